/** axe audits of the admin screens for products, technicians, testimonials, brands and categories. */
import type { Page } from "@playwright/test";
import { createUniqueName, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { getProductRows } from "#tests/support/e2e/admin-products.ts";
import { expectNoAxeViolations } from "#tests/support/e2e/axe.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The database's response for no rows. */
const showNone = (page: Page, url: RegExp) =>
  page.route(url, (route) =>
    route.fulfill({ json: [], headers: { "content-range": "*/0", "access-control-expose-headers": "*" } }),
  );

test("axe: the dialogs that delete a product and change several products", { tag: "@long" }, async ({
  page,
  shop,
  products,
  administrator,
  pageErrors,
}) => {
  await products.add({ name: "Scie", price: 999, stock: 2 });
  await products.add({ name: "Seau", price: 9500, old_price: 10_000, stock: 8, is_new: true });
  await products.add({ name: "Vis", price: 100, stock: 500 });
  await openAdmin(
    page,
    shop,
    await administrator(),
    `/admin/products?search=${products.uniqueWord}&sort=name`,
  );
  await expect(getProductRows(page)).toHaveCount(3);
  await press(page, `Supprimer Vis ${products.uniqueWord}`);
  await expect(dialogOf(page, "Supprimer un produit")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  const all = page.getByRole("checkbox", { name: "Choisir toute la page" });
  const bar = page.getByRole("region", { name: "Produits choisis" });
  await all.check();
  await page.getByRole("checkbox", { name: `Choisir Vis ${products.uniqueWord}` }).uncheck();
  await expect(bar).toContainText("2 produits choisis");
  await expect(all).toBeChecked({ indeterminate: true });
  await expectNoAxeViolations(page);

  await bar.getByRole("button", { name: "Modifier" }).click();
  const dialog = dialogOf(page, "Modifier 2 produits");
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Stock", { exact: true }).selectOption({ label: "Retirer" });
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(dialog.getByLabel("Pourcentage")).toHaveAccessibleDescription(/de 1 à 1000/);
  await expect(dialog.getByLabel("Nombre de pièces")).toHaveAccessibleDescription(/un nombre positif/);
  await expectNoAxeViolations(page);
  await dialog.getByLabel("Pourcentage").fill("10");
  await dialog.getByLabel("Nombre de pièces").fill("3");
  const warning = `Le stock de « Scie ${products.uniqueWord} » deviendrait négatif`;
  await expect(dialog.getByRole("region", { name: "Aperçu" })).toContainText(warning);
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Aucun produit n'a été modifié.");
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /status of 400|admin: the products could not be changed/);
});

test("axe: the product import, its columns, and rejected files", { tag: "@long" }, async ({
  page,
  shop,
  products,
  administrator,
  pageErrors,
}) => {
  const [saw, bucket] = [`SC-${products.uniqueWord}`, `SE-${products.uniqueWord}`];
  await products.add({ name: "Scie", reference: saw });
  await products.add({ name: "Seau", reference: bucket });
  await openAdmin(page, shop, await administrator(), "/admin/products/import");
  const choose = (...lines: string[]) =>
    page.getByLabel(/^Fichier CSV/).setInputFiles({
      name: "stock.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\r\n")),
    });
  await page.getByText("Les colonnes", { exact: true }).click();
  await expectNoAxeViolations(page);
  await choose("produit;nombre", "Scie;5");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "La première ligne doit nommer les colonnes",
  );
  await expectNoAxeViolations(page);
  await choose("reference;stock;couleur", `${saw};beaucoup;rouge`, "", `${bucket};12;`, `${bucket};13;`);
  await expect(page.getByRole("region", { name: "Lignes à corriger" })).toContainText(/positif ou zéro/);
  await expectNoAxeViolations(page);
  allowErrors(pageErrors, /admin: the file could not be validated/);
});

test("axe: technicians: the delete dialog, form errors and an edit conflict", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  technicians,
}) => {
  const { id, name } = await technicians.add({ verified_at: "2026-01-01" });
  const path = `/admin/technicians?search=${technicians.uniqueWord}`;
  await openAdmin(page, shop, await administrator(), path);
  await press(page, `Supprimer ${name}`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(getListRows(page)).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.goto(`/admin/technicians/edit/${id}`);
  const [nameField, email] = [page.getByLabel("Nom", { exact: true }), page.getByLabel("Email (facultatif)")];
  await nameField.fill("");
  await email.fill("ali@");
  await press(page, "Enregistrer");
  await expect(page.getByText("Le nom est requis")).toBeVisible();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);
  await shop.sql`update technicians set location = 'Gaoua' where id = ${id}`;
  await nameField.fill(name);
  await email.fill("ali@exemple.bf");
  await press(page, "Enregistrer");
  await expect(page.getByText("Quelqu'un d'autre")).toBeVisible();
  await expectNoAxeViolations(page);
});

test("axe: testimonials: form errors, list, delete dialog, no result and a failed read", {
  tag: "@long",
}, async ({ page, shop, administrator, pageErrors }) => {
  const name = createUniqueName();
  await shop.sql`
    insert into testimonials (name, role, content, rating, avatar)
    values (${name}, 'Maçonne', 'Rien à redire', 4.5, '/icon-192.png')`;
  await openAdmin(page, shop, await administrator(), "/admin/testimonials");
  await press(page, "Ajouter un témoignage");
  const form = dialogOf(page, "Nouveau témoignage");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Le témoignage est requis")).toBeVisible();
  await expectNoAxeViolations(page);
  await form.getByRole("button", { name: "Annuler" }).click();
  await expect(form).toBeHidden();
  await expect(getListRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, `Supprimer le témoignage de ${name}`);
  await expect(dialogOf(page, "Supprimer le témoignage ?")).toContainText(name);
  await expectNoAxeViolations(page);
  await page.goto("/admin/testimonials?search=zzqqxx");
  await expect(page.getByText("Aucun témoignage ne correspond à cette recherche.")).toBeVisible();
  await expectNoAxeViolations(page);
  await page.route(/\/rest\/v1\/testimonials\?.*order=created_at/, (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.goto("/admin/testimonials");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Impossible de charger les témoignages",
  );
  await expectNoAxeViolations(page);
  await shop.sql`delete from testimonials where name = ${name}`;
  allowErrors(pageErrors, /status of 500|load /);
});

test("axe: brands: form errors, list, delete dialog and an empty list", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  const name = createUniqueName();
  await openAdmin(page, shop, await administrator(), "/admin/brands");
  await press(page, "Ajouter une marque");
  const form = dialogOf(page, "Nouvelle marque");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Le nom de la marque est requis")).toBeVisible();
  await expectNoAxeViolations(page);
  await form.getByLabel("Nom").fill(name);
  await form.getByRole("textbox", { name: "Logo" }).fill("/icon-192.png");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(getToasts(page)).toContainText("Marque ajoutée");
  await expect(getListRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, `Supprimer ${name}`);
  await expect(dialogOf(page, "Supprimer la marque ?")).toContainText(name);
  await expectNoAxeViolations(page);
  await showNone(page, /\/rest\/v1\/brands\?.*order=name/);
  await page.goto("/admin/brands");
  await expect(page.getByText("Aucune marque pour le moment.")).toBeVisible();
  await expectNoAxeViolations(page);
  await shop.sql`delete from brands where name = ${name}`;
});

test("axe: categories: list, form errors, delete dialog and an empty list", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  const name = createUniqueName();
  await shop.sql`insert into categories (name, slug) values (${name}, ${name.toLowerCase().replace(" ", "-")})`;
  await openAdmin(page, shop, await administrator(), "/admin/categories");
  await expect(getListRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoAxeViolations(page);
  await press(page, "Ajouter une catégorie");
  const form = dialogOf(page, "Nouvelle catégorie");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Nom et slug sont requis").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await form.getByRole("button", { name: "Annuler" }).click();
  await press(page, `Supprimer ${name}`);
  await expect(dialogOf(page, "Supprimer la catégorie ?")).toContainText(name);
  await expectNoAxeViolations(page);
  await showNone(page, /\/rest\/v1\/categories\?.*order=position/);
  await page.goto("/admin/categories");
  await expect(page.getByText("Aucune catégorie pour le moment.")).toBeVisible();
  await expectNoAxeViolations(page);
  await shop.sql`delete from categories where name = ${name}`;
});
