/** The families of goods in the back office: made at their address, changed and deleted by keyboard, and shown in the shop. */
import type { Page } from "@playwright/test";
import { toasts } from "../support/account.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import { expect, expectScreen, forgive, hold, openOffice, ownName, test } from "../support/office.ts";
import { FAILED_LOAD, fresh } from "../support/storefront.ts";

const LIST = "/admin/categories";
const READ = /\/rest\/v1\/categories\?.*order=name/;
/** An image that every shop has. */
const IMAGE = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from categories where name like 'Aaa %'`);

test("a category is made at its address, changed and deleted by keyboard, and the shop shows it", async ({
  page,
  shop,
  administrator,
  request,
  pageErrors,
}) => {
  const name = ownName();
  const slug = name.toLowerCase().replace(" ", "-");
  const asked = await hold(page, READ);
  await openOffice(page, shop, await administrator(), `${LIST}/new`);
  await expect(page.getByRole("status", { name: "Chargement" }).locator(".skeleton").first()).toBeVisible();
  await asked.release();
  await expectScreen(page, "Catégories");
  const form = dialog(page, "Nouvelle catégorie");
  await enter(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Nom et slug sont requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await page.keyboard.type(name);
  await expect(form.getByLabel("Slug")).toHaveValue(slug);
  await reach(page, form.getByLabel("Image"));
  // At once, as pasted: every pause would check a part of it.
  await page.keyboard.insertText("/nulle-part.jpg");
  await expect(form.getByLabel("Image")).toHaveAccessibleDescription(/semble invalide ou inaccessible/);
  await expect(form.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(IMAGE);
  await expect(form.locator("img")).toHaveAttribute("src", IMAGE);
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Catégorie créée avec succès");
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(LIST);
  await expect(row(page, name)).toContainText(slug);
  await expect(row(page, name).locator("img")).toHaveAttribute("src", IMAGE);
  const stored = () => shop.sql`select name, image from categories where slug = ${slug}`;
  expect(await stored()).toEqual([{ name, image: IMAGE }]);
  await expect.poll(async () => (await request.get(fresh("/categories"))).text()).toContain(name);

  const add = page.getByRole("button", { name: "Ajouter une catégorie" });
  await enter(page, add);
  await expect(form).toBeVisible();
  await press(page, "Escape");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();

  await enter(page, page.getByRole("button", { name: `Modifier ${name}` }));
  const change = dialog(page, "Modifier la catégorie");
  await write(page, change.getByLabel("Nom"), `${name} bis`);
  await write(page, change.getByLabel("Image"), " ");
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Catégorie mise à jour avec succès");
  expect(await stored()).toEqual([{ name: `${name} bis`, image: null }]);

  const remove = page.getByRole("button", { name: `Supprimer ${name} bis` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer la catégorie ?");
  await expect(question).toContainText(`${name} bis`);
  await enter(page, question.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Catégorie supprimée avec succès");
  await expect(remove).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
  forgive(pageErrors, FAILED_LOAD);
});
