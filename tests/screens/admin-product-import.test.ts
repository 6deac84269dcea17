/** A file of products: judged line by line, taken in whole or not at all, and never twice. */
import type { UserEvent } from "@testing-library/user-event";
import { OwnProducts } from "../support/products.ts";
import { expectToast, loseAnswer, press } from "./support/admin-lists.ts";
import { expect, expectLogged, screen, test, waitFor, within } from "./support/screen.ts";

const SCREEN = "/admin/products/import";
const IMPORT = /\/rpc\/import_products/;

const input = () => screen.findByLabelText(/^Fichier CSV/);
const main = () => within(screen.getByRole("main"));

async function choose(user: UserEvent, name: string, text: string): Promise<void> {
  await user.upload(await input(), new File([text], name, { type: "text/csv" }));
}

const rowWith = (region: HTMLElement, text: string) =>
  within(region)
    .getAllByRole("row")
    .find((row) => row.textContent.includes(text));

test("the lines of a file are judged before anything changes", async ({
  open,
  shop,
  administrator,
  errors,
}) => {
  const shelf = new OwnProducts(shop.sql);
  const [saw, bucket] = [`SC-${shelf.word}`, `SE-${shelf.word}`];
  await shelf.addAll(
    { name: "Scie", reference: saw, stock: 2 },
    { name: "Seau", reference: bucket, stock: 8 },
  );
  const { user } = await open(SCREEN, { as: await administrator() });
  await choose(user, "stock.csv", ["produit;nombre", "Scie;5"].join("\r\n"));
  await waitFor(() =>
    expect(main().getByRole("alert")).toHaveTextContent("La première ligne doit nommer les colonnes"),
  );
  await expectLogged(errors, /could not be judged/);
  expect(main().queryByRole("button", { name: "Réessayer" })).toBeNull();

  const faulty = ["reference;stock;couleur", `${saw};beaucoup;rouge`, "", `${bucket};12;`, `${bucket};13;`];
  await choose(user, "stock.csv", faulty.join("\r\n"));
  const wrong = await screen.findByRole("region", { name: "Lignes à corriger" });
  expect(rowWith(wrong, `Scie ${shelf.word}`)).toHaveTextContent(
    /2.*Stock : Le stock doit être un nombre positif ou zéro/,
  );
  expect(rowWith(wrong, `Seau ${shelf.word}`)).toHaveTextContent(
    /5.*Référence : Même produit que la ligne 4/,
  );
  screen.getByText("Colonnes inconnues, laissées de côté : couleur.");
  expect(screen.queryByRole("button", { name: /^Importer/ })).toBeNull();

  await choose(user, "stock.csv", ["reference;stock", `${saw};50`, `${bucket};8`].join("\r\n"));
  await screen.findByText("« stock.csv » est prêt.");
  const changes = screen.getByRole("region", { name: "Ce qui va changer" });
  expect(rowWith(changes, `Scie ${shelf.word}`)).toHaveTextContent("Stock");
  expect(rowWith(changes, `Seau ${shelf.word}`)).toBeUndefined();
  expect((await shelf.rows()).map(({ stock }) => stock)).toEqual([2, 8]);
  await press(user, "Importer 1 produit");
  await expectToast("1 produit modifié");
  expect((await shelf.rows()).map(({ stock }) => stock)).toEqual([50, 8]);

  await choose(user, "stock.csv", ["reference;stock", `${saw};50`].join("\n"));
  await screen.findByText("Rien à importer : la boutique est déjà comme le fichier le dit.");
});

test("a file whose answers are lost is taken once", async ({ open, shop, administrator, errors }) => {
  const shelf = new OwnProducts(shop.sql);
  const reference = `SE-${shelf.word}`;
  await shelf.addAll({ name: "Seau", reference });
  const { user } = await open(SCREEN, { as: await administrator() });
  const connect = shop.network.cut(IMPORT);
  await choose(
    user,
    "produits.csv",
    `reference;nom;prix;stock\n${reference};;;21\n;Brouette ${shelf.word};25000;`,
  );
  const failed = await main().findByRole("alert");
  expect(failed).toHaveTextContent("Le serveur ne répond pas.");
  connect();
  await press(user, "Réessayer", failed);
  const confirm = await screen.findByRole("button", { name: "Importer 2 produits" });
  await expectLogged(errors, /could not be judged/);
  const deliver = shop.network.answer(IMPORT, loseAnswer);
  await user.click(confirm);
  await waitFor(() => expect(main().getByRole("alert")).toHaveTextContent("rien ne sera importé deux fois"));
  deliver();
  await expectLogged(errors, /could not be imported/);
  const release = shop.network.hold(IMPORT);
  await press(user, "Importer 2 produits");
  await screen.findByRole("progressbar", { name: "Import des produits..." });
  expect(await input()).toBeDisabled();
  release();
  await expectToast("1 produit créé, 1 produit modifié");
  expect(await shelf.rows()).toMatchObject([
    { name: `Brouette ${shelf.word}`, price: 25_000 },
    { name: `Seau ${shelf.word}`, stock: 21 },
  ]);
});

test("a file of thousands of lines is judged, and what the shop sold meanwhile is told", async ({
  open,
  shop,
  administrator,
}) => {
  const shelf = new OwnProducts(shop.sql);
  const { user } = await open(SCREEN, { as: await administrator() });
  const { word } = shelf;
  const lines = Array.from({ length: 3000 }, (_, n) => `L${n}-${word};Boulon ${n} ${word};${100 + n};5`);
  await choose(user, "grand.csv", ["reference;nom;prix;stock", ...lines].join("\n"));
  await screen.findByText(/^Et 2\s900 autres lignes\.$/);
  const confirm = await screen.findByRole("button", { name: /^Importer 3\s000 produits$/ });
  // Between the look and the yes somebody gives two products the reference of the first line.
  await shelf.addAll({ name: "Un", reference: `L0-${word}` }, { name: "Autre", reference: `L0-${word}` });
  await user.click(confirm);
  await waitFor(() => expect(main().getByRole("alert")).toHaveTextContent("La boutique a changé"));
  expect(screen.getByRole("region", { name: "Lignes à corriger" })).toHaveTextContent(
    "Plusieurs produits portent cette référence",
  );
  expect(await shelf.rows()).toHaveLength(2);
});
