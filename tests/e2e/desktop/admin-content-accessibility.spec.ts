/** No finding of axe on the back office's products, technicians, testimonials, brands and categories. */
import type { Page } from "@playwright/test";
import { toasts } from "../support/account.ts";
import { expectNoFindings } from "../support/axe.ts";
import { forgive, listRows, ownName } from "../support/office.ts";
import { test as base, expect, openOffice, productRows } from "../support/shelf.ts";
import { type Directory, directory } from "../support/technicians.ts";

const test = base.extend<{ directory: Directory }>({ directory });

const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** The database's answer when nothing is there. */
const showNone = (page: Page, url: RegExp) =>
  page.route(url, (route) =>
    route.fulfill({ json: [], headers: { "content-range": "*/0", "access-control-expose-headers": "*" } }),
  );

test("products about to be deleted, and changed together", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  await shelf.add({ name: "Scie", price: 999, stock: 2 });
  await shelf.add({ name: "Seau", price: 9500, old_price: 10_000, stock: 8, is_new: true });
  await shelf.add({ name: "Vis", price: 100, stock: 500 });
  await openOffice(page, shop, await administrator(), `/admin/products?search=${shelf.word}&sort=name`);
  await expect(productRows(page)).toHaveCount(3);
  await press(page, `Supprimer Vis ${shelf.word}`);
  await expect(dialogOf(page, "Supprimer un produit")).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press("Escape");
  const all = page.getByRole("checkbox", { name: "Choisir toute la page" });
  const bar = page.getByRole("region", { name: "Produits choisis" });
  await all.check();
  await page.getByRole("checkbox", { name: `Choisir Vis ${shelf.word}` }).uncheck();
  await expect(bar).toContainText("2 produits choisis");
  await expect(all).toBeChecked({ indeterminate: true });
  await expectNoFindings(page);

  await bar.getByRole("button", { name: "Modifier" }).click();
  const dialog = dialogOf(page, "Modifier 2 produits");
  await dialog.getByLabel("Prix", { exact: true }).selectOption({ label: "Augmenter de (%)" });
  await dialog.getByLabel("Stock", { exact: true }).selectOption({ label: "Retirer" });
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(dialog.getByLabel("Pourcentage")).toHaveAccessibleDescription(/de 1 à 1000/);
  await expect(dialog.getByLabel("Nombre de pièces")).toHaveAccessibleDescription(/un nombre positif/);
  await expectNoFindings(page);
  await dialog.getByLabel("Pourcentage").fill("10");
  await dialog.getByLabel("Nombre de pièces").fill("3");
  const warning = `Le stock de « Scie ${shelf.word} » deviendrait négatif`;
  await expect(dialog.getByRole("region", { name: "Aperçu" })).toContainText(warning);
  await dialog.getByRole("button", { name: "Appliquer" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Aucun produit n'a été modifié.");
  await expectNoFindings(page);
  forgive(pageErrors, /status of 400|office: the products could not be changed/);
});

test("the import of products, its columns, and files that are refused", async ({
  page,
  shop,
  shelf,
  administrator,
  pageErrors,
}) => {
  const [saw, bucket] = [`SC-${shelf.word}`, `SE-${shelf.word}`];
  await shelf.add({ name: "Scie", reference: saw });
  await shelf.add({ name: "Seau", reference: bucket });
  await openOffice(page, shop, await administrator(), "/admin/products/import");
  const choose = (...lines: string[]) =>
    page.getByLabel(/^Fichier CSV/).setInputFiles({
      name: "stock.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\r\n")),
    });
  await page.getByText("Les colonnes", { exact: true }).click();
  await expectNoFindings(page);
  await choose("produit;nombre", "Scie;5");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "La première ligne doit nommer les colonnes",
  );
  await expectNoFindings(page);
  await choose("reference;stock;couleur", `${saw};beaucoup;rouge`, "", `${bucket};12;`, `${bucket};13;`);
  await expect(page.getByRole("region", { name: "Lignes à corriger" })).toContainText(/positif ou zéro/);
  await expectNoFindings(page);
  forgive(pageErrors, /office: the file could not be judged/);
});

test("technicians about to be deleted, wrong, and overtaken", async ({
  page,
  shop,
  administrator,
  directory,
}) => {
  const { id, name } = await directory.add({ verified_at: "2026-01-01" });
  const path = `/admin/technicians?search=${directory.word}`;
  await openOffice(page, shop, await administrator(), path);
  await press(page, `Supprimer ${name}`);
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectNoFindings(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(listRows(page)).toHaveCount(1);
  await expectNoFindings(page);
  await page.goto(`/admin/technicians/edit/${id}`);
  const [nameField, email] = [page.getByLabel("Nom", { exact: true }), page.getByLabel("Email (facultatif)")];
  await nameField.fill("");
  await email.fill("ali@");
  await press(page, "Enregistrer");
  await expect(page.getByText("Le nom est requis")).toBeVisible();
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expectNoFindings(page);
  await shop.sql`update technicians set location = 'Gaoua' where id = ${id}`;
  await nameField.fill(name);
  await email.fill("ali@exemple.bf");
  await press(page, "Enregistrer");
  await expect(page.getByText("Quelqu'un d'autre")).toBeVisible();
  await expectNoFindings(page);
});

test("testimonials wrong, listed, about to be deleted, not found and not to be read", async ({
  page,
  shop,
  administrator,
  pageErrors,
}) => {
  const name = ownName();
  await shop.sql`
    insert into testimonials (name, role, content, rating, avatar)
    values (${name}, 'Maçonne', 'Rien à redire', 4.5, '/icon-192.png')`;
  await openOffice(page, shop, await administrator(), "/admin/testimonials");
  await press(page, "Ajouter un témoignage");
  const form = dialogOf(page, "Nouveau témoignage");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Le témoignage est requis")).toBeVisible();
  await expectNoFindings(page);
  await form.getByRole("button", { name: "Annuler" }).click();
  await expect(form).toBeHidden();
  await expect(listRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoFindings(page);
  await press(page, `Supprimer le témoignage de ${name}`);
  await expect(dialogOf(page, "Supprimer le témoignage ?")).toContainText(name);
  await expectNoFindings(page);
  await page.goto("/admin/testimonials?search=zzqqxx");
  await expect(page.getByText("Aucun témoignage ne correspond à cette recherche.")).toBeVisible();
  await expectNoFindings(page);
  await page.route(/\/rest\/v1\/testimonials\?.*order=created_at/, (route) =>
    route.fulfill({ status: 500, json: { message: "panne" } }),
  );
  await page.goto("/admin/testimonials");
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "Impossible de charger les témoignages",
  );
  await expectNoFindings(page);
  await shop.sql`delete from testimonials where name = ${name}`;
  forgive(pageErrors, /status of 500|load /);
});

test("brands wrong, listed, about to be deleted, and none", async ({ page, shop, administrator }) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), "/admin/brands");
  await press(page, "Ajouter une marque");
  const form = dialogOf(page, "Nouvelle marque");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Le nom de la marque est requis")).toBeVisible();
  await expectNoFindings(page);
  await form.getByLabel("Nom").fill(name);
  await form.getByLabel("Logo").fill("/icon-192.png");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toasts(page)).toContainText("Marque ajoutée");
  await expect(listRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoFindings(page);
  await press(page, `Supprimer ${name}`);
  await expect(dialogOf(page, "Supprimer la marque ?")).toContainText(name);
  await expectNoFindings(page);
  await showNone(page, /\/rest\/v1\/brands\?.*order=name/);
  await page.goto("/admin/brands");
  await expect(page.getByText("Aucune marque pour le moment.")).toBeVisible();
  await expectNoFindings(page);
  await shop.sql`delete from brands where name = ${name}`;
});

test("categories listed, wrong, about to be deleted, and none", async ({ page, shop, administrator }) => {
  const name = ownName();
  await shop.sql`insert into categories (name, slug) values (${name}, ${name.toLowerCase().replace(" ", "-")})`;
  await openOffice(page, shop, await administrator(), "/admin/categories");
  await expect(listRows(page).filter({ hasText: name })).toBeVisible();
  await expectNoFindings(page);
  await press(page, "Ajouter une catégorie");
  const form = dialogOf(page, "Nouvelle catégorie");
  await form.getByRole("button", { name: "Enregistrer" }).click();
  await expect(form.getByText("Nom et slug sont requis").first()).toBeVisible();
  await expectNoFindings(page);
  await form.getByRole("button", { name: "Annuler" }).click();
  await press(page, `Supprimer ${name}`);
  await expect(dialogOf(page, "Supprimer la catégorie ?")).toContainText(name);
  await expectNoFindings(page);
  await showNone(page, /\/rest\/v1\/categories\?.*order=name/);
  await page.goto("/admin/categories");
  await expect(page.getByText("Aucune catégorie pour le moment.")).toBeVisible();
  await expectNoFindings(page);
  await shop.sql`delete from categories where name = ${name}`;
});
