/** Products of the back office when something goes wrong, and their files; nothing of it depends on the width. */
import { readFile } from "node:fs/promises";
import { errorToast, toasts } from "../support/account.ts";
import { expect, expectLogged, forgive, hold, openOffice, productRows, test } from "../support/shelf.ts";

test("a list that cannot be read says so, and is read again", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const READ = /\/rest\/v1\/products\?/;
  await page.route(READ, (route) => route.fulfill({ status: 500, json: { message: "panne" } }));
  await openOffice(page, shop, await administrator(), "/admin/products");
  await expect(errorToast(page)).toHaveText("ErreurImpossible de charger les produits");
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Impossible de charger les produits");
  await page.getByRole("button", { name: "Exporter" }).click();
  await expect(errorToast(page).first()).toHaveText("ErreurImpossible d'exporter les produits");
  await page.unroute(READ);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("table", { name: "Les produits" })).toBeVisible();
  forgive(pageErrors, /status of 500|load products|could not be exported/);
});

test("all that the list finds is changed at once; not twice when an answer was lost, and not without the right", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  await shelf.add(...Array.from({ length: 30 }, (_, n) => ({ name: `Clou ${n}`, price: 1000 })));
  const account = await administrator();
  await openOffice(page, shop, account, `/admin/products?search=${shelf.word}`);
  const box = page.getByRole("checkbox", { name: /^Choisir Clou/ }).first();
  await box.check();
  await page.getByRole("button", { name: "Choisir les 30" }).click();
  await page.getByRole("button", { name: "Modifier", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Modifier 30 produits" });
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Pourcentage").fill("10");
  await expect(dialog).toContainText("Et 25 autres.");
  const CHANGE = "**/rest/v1/rpc/change_products";
  await page.route(CHANGE, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Le serveur ne répond pas.");
  await expect(dialog.getByLabel("Pourcentage")).toHaveValue("10");
  await page.unroute(CHANGE);
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(toasts(page).first()).toContainText("30 produits modifiés");
  const prices = async () => [...new Set((await shelf.rows()).map(({ price }) => price))];
  expect(await prices()).toEqual([1100]);

  await box.check();
  await page.getByRole("button", { name: "Modifier", exact: true }).click();
  const last = page.getByRole("dialog", { name: "Modifier 1 produit" });
  await last.getByLabel("Prix", { exact: true }).selectOption({ label: "Fixer à (XOF)" });
  await last.getByLabel("Montant en XOF").fill("5");
  await shop.sql`delete from admin_users where id = ${account.id}`;
  await last.getByRole("button", { name: "Appliquer" }).click();
  await expect(last.getByRole("alert")).toContainText("Vous n'avez pas les droits d'administrateur");
  await expect(last.getByLabel("Montant en XOF")).toHaveValue("5");
  expect(await prices()).toEqual([1100]);
  await expectLogged(pageErrors, /could not be changed/);
  forgive(pageErrors, /ERR_FAILED|status of 403/);
});

test("what was exported is imported again without a change, and with one; lost answers do nothing twice", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  await shelf.add({ name: "=Scie", reference: `+${shelf.word}`, stock: 2 }, { name: 'Seau ; "12 l"' });
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}`);
  await expect(productRows(page)).toHaveCount(2);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter les 2" }).click();
  const download = await downloading;
  await expect(toasts(page).first()).toContainText("2 produits exportés");
  expect(download.suggestedFilename()).toMatch(/^produits-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFFRéférence;Nom;/);
  expect(text).toContain(`'+${shelf.word};'=Scie ${shelf.word};`);

  await page.goto("/admin/products/import");
  const choose = (content: string) =>
    page
      .getByLabel(/^Fichier CSV/)
      .setInputFiles({ name: "produits.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
  await choose(text);
  await expect(
    page.getByText("Rien à importer : la boutique est déjà comme le fichier le dit."),
  ).toBeVisible();

  const IMPORT = "**/rest/v1/rpc/import_products";
  await page.route(IMPORT, (route) => route.abort());
  await choose(`${text.replace(";20;", ";21;")};Brouette ${shelf.word};;25000\r\n`);
  const failed = page.getByRole("main").getByRole("alert");
  await expect(failed).toContainText("Le serveur ne répond pas.");
  await page.unroute(IMPORT);
  await failed.getByRole("button", { name: "Réessayer" }).click();
  const confirm = page.getByRole("button", { name: "Importer 2 produits" });
  await expect(confirm).toBeVisible();
  await page.route(IMPORT, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await confirm.click();
  await expect(failed).toContainText("rien ne sera importé deux fois");
  await page.unroute(IMPORT);
  const asked = await hold(page, IMPORT);
  await confirm.click();
  await expect(page.getByRole("progressbar", { name: "Import des produits..." })).toBeVisible();
  await expect(page.getByLabel(/^Fichier CSV/)).toBeDisabled();
  await asked.release();
  await expect(toasts(page).first()).toContainText("1 produit créé, 1 produit modifié");
  expect(await shelf.rows()).toMatchObject([
    { name: `=Scie ${shelf.word}`, stock: 2 },
    { name: `Brouette ${shelf.word}`, price: 25_000 },
    { stock: 21 },
  ]);
  await expectLogged(pageErrors, /could not be imported/);
  forgive(pageErrors, /ERR_FAILED|could not be judged/);
});

test("a file of thousands of lines is judged and taken; what the shop sold meanwhile is told", async ({
  page,
  shop,
  shelf,
  administrator,
}) => {
  await openOffice(page, shop, await administrator(), "/admin/products/import");
  const lines = Array.from(
    { length: 3000 },
    (_, n) => `L${n}-${shelf.word};Boulon ${n} ${shelf.word};${100 + n};5`,
  );
  await page.getByLabel(/^Fichier CSV/).setInputFiles({
    name: "grand.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["reference;nom;prix;stock", ...lines].join("\n")),
  });
  await expect(page.getByText(/^Et 2\s900 autres lignes\.$/)).toBeVisible();
  const confirm = page.getByRole("button", { name: /^Importer 3\s000 produits$/ });
  await expect(confirm).toBeVisible();
  // Between the look and the yes somebody gives two products the reference of the first line.
  const [one, other] = await shelf.add(
    { name: "Un", reference: `L0-${shelf.word}` },
    { name: "Autre", reference: `L0-${shelf.word}` },
  );
  await confirm.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("La boutique a changé");
  await expect(page.getByRole("region", { name: "Lignes à corriger" })).toContainText(
    "Plusieurs produits portent cette référence",
  );
  expect(await shelf.rows()).toHaveLength(2);
  await shop.sql`delete from products where id = any (${[one?.id ?? "", other?.id ?? ""]})`;
});
