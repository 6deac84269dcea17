/** Admin product import: validated line by line, imported all or nothing, and never twice. */
import type { UserEvent } from "@testing-library/user-event";
import { TestProducts } from "#tests/support/products.ts";
import { clickButton, loseResponse } from "#tests/support/screens/admin-lists.ts";
import {
  expect,
  expectLoggedError,
  getMain,
  screen,
  testWithOwnShop as test,
  waitFor,
  within,
} from "#tests/support/screens/screen.ts";
import { expectNewestToast } from "#tests/support/screens/toasts.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

const SCREEN = "/admin/products/import";
const IMPORT = /\/rpc\/import_products/;

const input = () => screen.findByLabelText(/^Fichier CSV/);
async function choose(user: UserEvent, name: string, text: string): Promise<void> {
  await user.upload(await input(), new File([text], name, { type: "text/csv" }));
}

const rowWith = (region: HTMLElement, text: string) =>
  within(region)
    .getAllByRole("row")
    .find((row) => row.textContent.includes(text));

test("the lines of a file are validated before anything changes", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  const [saw, bucket] = [`SC-${products.uniqueWord}`, `SE-${products.uniqueWord}`];
  await products.addAll(
    { name: "Scie", reference: saw, stock: 2 },
    { name: "Seau", reference: bucket, stock: 8 },
  );
  const { user } = await open(SCREEN, { as: await administrator() });
  await choose(user, "stock.csv", ["produit;nombre", "Scie;5"].join("\r\n"));
  await waitFor(() =>
    expect(getMain().getByRole("alert")).toHaveTextContent("La première ligne doit nommer les colonnes"),
  );
  await expectLoggedError(errors, /could not be validated/);
  expect(getMain().queryByRole("button", { name: "Réessayer" })).toBeNull();

  const faulty = ["reference;stock;couleur", `${saw};beaucoup;rouge`, "", `${bucket};12;`, `${bucket};13;`];
  await choose(user, "stock.csv", faulty.join("\r\n"));
  const wrong = await screen.findByRole("region", { name: "Lignes à corriger" });
  expect(rowWith(wrong, `Scie ${products.uniqueWord}`)).toHaveTextContent(
    /2.*Stock : Le stock doit être un nombre positif ou zéro/,
  );
  expect(rowWith(wrong, `Seau ${products.uniqueWord}`)).toHaveTextContent(
    /5.*Référence : Même produit que la ligne 4/,
  );
  screen.getByText("Colonnes inconnues, laissées de côté : couleur.");
  expect(screen.queryByRole("button", { name: /^Importer/ })).toBeNull();

  await choose(user, "stock.csv", ["reference;stock", `${saw};50`, `${bucket};8`].join("\r\n"));
  await screen.findByText("« stock.csv » est prêt.");
  const changes = screen.getByRole("region", { name: "Ce qui va changer" });
  expect(rowWith(changes, `Scie ${products.uniqueWord}`)).toHaveTextContent("Stock");
  expect(rowWith(changes, `Seau ${products.uniqueWord}`)).toBeUndefined();
  expect((await products.list()).map(({ stock }) => stock)).toEqual([2, 8]);
  await clickButton(user, "Importer 1 produit");
  await expectNewestToast("1 produit modifié");
  expect((await products.list()).map(({ stock }) => stock)).toEqual([50, 8]);

  await choose(user, "stock.csv", ["reference;stock", `${saw};50`].join("\n"));
  await screen.findByText("Rien à importer : la boutique est déjà comme le fichier le dit.");
});

test("a file whose responses are lost is imported once", async ({ open, shop, administrator, errors }) => {
  const products = new TestProducts(shop.sql);
  const reference = `SE-${products.uniqueWord}`;
  await products.addAll({ name: "Seau", reference });
  const { user } = await open(SCREEN, { as: await administrator() });
  const connect = shop.network.disconnect(IMPORT);
  await choose(
    user,
    "produits.csv",
    `reference;nom;prix;stock\n${reference};;;21\n;Brouette ${products.uniqueWord};25000;`,
  );
  const failed = await getMain().findByRole("alert");
  expect(failed).toHaveTextContent("Le serveur ne répond pas.");
  connect();
  await clickButton(user, "Réessayer", failed);
  const confirm = await screen.findByRole("button", { name: "Importer 2 produits" });
  await expectLoggedError(errors, /could not be validated/);
  const stopLosingResponses = shop.network.respond(IMPORT, loseResponse);
  await user.click(confirm);
  await waitFor(() =>
    expect(getMain().getByRole("alert")).toHaveTextContent("rien ne sera importé deux fois"),
  );
  stopLosingResponses();
  await expectLoggedError(errors, /could not be imported/);
  const release = shop.network.hold(IMPORT);
  await clickButton(user, "Importer 2 produits");
  await screen.findByRole("progressbar", { name: "Import des produits..." });
  expect(await input()).toBeDisabled();
  release();
  await expectNewestToast("1 produit créé, 1 produit modifié");
  expect(await products.list()).toMatchObject([
    { name: `Brouette ${products.uniqueWord}`, price: 25_000 },
    { name: `Seau ${products.uniqueWord}`, stock: 21 },
  ]);
});

test("a file of thousands of lines is validated, and what the shop sold meanwhile is reported", async ({
  open,
  shop,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  const { uniqueWord } = products;
  const lines = Array.from(
    { length: 3000 },
    (_, n) => `L${n}-${uniqueWord};Boulon ${n} ${uniqueWord};${100 + n};5`,
  );
  await choose(user, "grand.csv", ["reference;nom;prix;stock", ...lines].join("\n"));
  await screen.findByText(/^Et 2\s900 autres lignes\.$/);
  const confirm = await screen.findByRole("button", { name: /^Importer 3\s000 produits$/ });
  // Between the preview and the confirmation two products get the reference of the first line.
  await products.addAll(
    { name: "Un", reference: `L0-${uniqueWord}` },
    { name: "Autre", reference: `L0-${uniqueWord}` },
  );
  await user.click(confirm);
  await waitFor(() => expect(getMain().getByRole("alert")).toHaveTextContent("La boutique a changé"));
  expect(screen.getByRole("region", { name: "Lignes à corriger" })).toHaveTextContent(
    "Plusieurs produits portent cette référence",
  );
  expect(await products.list()).toHaveLength(2);
});

test("a file of whose products somebody else creates one in the same moment is validated again", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const { uniqueWord } = new TestProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  await choose(
    user,
    "deux.csv",
    ["reference;nom;prix", `D-${uniqueWord};Truelle ${uniqueWord};900`].join("\n"),
  );
  const confirm = await screen.findByRole("button", { name: "Importer 1 produit" });
  const other = await shop.sql.reserve();
  await other`begin`;
  await other`
    insert into public.products (name, slug, price, reference)
    values (${`Truelle ${uniqueWord}`}, ${`truelle-${uniqueWord.toLowerCase()}`}, 800, ${`D-${uniqueWord}`})`;
  await user.click(confirm);
  await waitForBlockedTransactions(shop.sql, 1);
  await other`commit`;
  other.release();
  await waitFor(() => expect(getMain().getByRole("alert")).toHaveTextContent("La boutique a changé"));
  await expectLoggedError(errors, /could not be imported/);
  await user.click(await screen.findByRole("button", { name: "Importer 1 produit" }));
  await expectNewestToast("1 produit modifié");
});

/** A file of more lines than are reported one by one. */
function createLargeFile(word: string, lastLine: string): string {
  const lines = Array.from({ length: 10_001 }, (_, n) => `G${n}-${word};Écrou ${n} ${word};${100 + n};5`);
  return ["reference;nom;prix;stock", ...lines, lastLine].join("\n");
}

test("a large file is validated as a whole, and its broken last line changes nothing", async ({
  open,
  shop,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  await choose(user, "grand.csv", createLargeFile(products.uniqueWord, "X;Scie;cher;5"));
  const wrong = await screen.findByRole("region", { name: "Lignes à corriger" });
  expect(rowWith(wrong, "Scie")).toHaveTextContent(/10\s003.*Prix.*: Le prix doit être un nombre positif/);
  screen.getByText(/il est pris en entier ou pas du tout/);
  expect(screen.queryByRole("button", { name: /^Importer/ })).toBeNull();
  expect(await products.list()).toHaveLength(0);
  await clickButton(user, "Abandonner");
  await waitFor(() => expect(screen.queryByText("Lignes à corriger")).toBeNull());
  expect(await shop.sql`select from private.product_imports where state <> 'done'`).toHaveLength(0);
});

test("a large file whose end cannot be read is refused, and keeps nobody waiting", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const products = new TestProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  await choose(user, "grand.csv", createLargeFile(products.uniqueWord, 'X;"Scie;5;5'));
  await screen.findByText(/^Le guillemet ouvert à la ligne 10\s003 n'est pas refermé/);
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(await shop.sql`select from private.product_imports where state <> 'done'`).toHaveLength(0);
  expectLoggedError(errors, /the file could not be validated/);
});

test("a large import is given up while it is sent, and stopped while it is applied", async ({
  open,
  shop,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  const file = createLargeFile(products.uniqueWord, "");
  const release = shop.network.hold(/add_product_import_lines/);
  await choose(user, "grand.csv", file);
  await screen.findByText(/^Envoi et vérification/);
  await clickButton(user, "Abandonner");
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  release();
  await waitFor(async () =>
    expect(await shop.sql`select from private.product_imports where state <> 'done'`).toHaveLength(0),
  );

  await choose(user, "grand.csv", file);
  const confirm = await screen.findByRole("button", { name: /^Importer 10\s001 produits$/ });
  const releaseConfirmed = shop.network.hold(/confirm_product_import/);
  const releaseApplied = shop.network.hold(/apply_product_import/);
  await user.click(confirm);
  await screen.findByText("Import des produits...");
  expect(screen.queryByRole("button", { name: "Arrêter l'import" })).toBeNull();
  releaseConfirmed();
  await clickButton(user, "Arrêter l'import");
  await user.click(await screen.findByRole("button", { name: "Arrêter" }));
  await screen.findByText(/Import de « grand.csv » arrêté : 0 lignes appliquées, 10\s001 laissées\./);
  releaseApplied();
  screen.getByText("Pour appliquer le reste, choisissez de nouveau le fichier.");
  expect(await input()).toBeEnabled();
  expect(await products.list()).toHaveLength(0);
});

test("a large import that is given up before the shop has begun it keeps nobody waiting", async ({
  open,
  shop,
  administrator,
}) => {
  const { user } = await open(SCREEN, { as: await administrator() });
  const release = shop.network.hold(/start_product_import/);
  await choose(user, "grand.csv", createLargeFile(new TestProducts(shop.sql).uniqueWord, ""));
  await screen.findByText(/^Envoi et vérification/);
  await clickButton(user, "Abandonner");
  await waitFor(() => expect(screen.queryByRole("progressbar")).toBeNull());
  release();
  await shop.network.settle();
  await waitFor(async () => {
    expect(shop.network.listRequests(/cancel_product_import/)).toHaveLength(1);
    expect(await shop.sql`select from private.product_imports where state <> 'done'`).toHaveLength(0);
  });
});

test("a large import shows its progress, survives lost answers, and is found again where it was left", async ({
  open,
  shop,
  administrator,
}) => {
  const products = new TestProducts(shop.sql);
  const { uniqueWord } = products;
  const fatou = await administrator();
  const { user } = await open(SCREEN, { as: fatou });
  const release = shop.network.hold(/add_product_import_lines/);
  await choose(user, "grand.csv", createLargeFile(uniqueWord, `Z-${uniqueWord};Scie ${uniqueWord};900;5`));
  const sending = await screen.findByRole("progressbar", { name: "Envoi et vérification du fichier" });
  expect(sending).toHaveAttribute("max", "1");
  screen.getByText(/Rien ne change dans la boutique/);
  release();
  const confirm = await screen.findByRole("button", { name: /^Importer 10\s002 produits$/ });
  expect(await products.list()).toHaveLength(0);

  // The first answers are lost: the calls are repeated, and nothing is done twice.
  const stopLosingResponses = shop.network.respond(/apply_product_import/, loseResponse);
  await user.click(confirm);
  await screen.findByRole("progressbar", { name: "Import des produits" });
  expect(await input()).toBeDisabled();
  stopLosingResponses();
  await waitFor(() =>
    expect(getMain().getByRole("status")).toHaveTextContent(/[1-9][\s\d]* lignes appliquées sur 10\s002/),
  );

  await open(SCREEN, { as: fatou });
  await screen.findByText(/Import de « grand.csv » terminé : 10\s002 lignes appliquées\./);
  expect(await products.list()).toHaveLength(10_002);
});
