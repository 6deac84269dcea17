/** Admin categories: created by URL, edited and deleted by keyboard, and shown in the storefront. */
import type { Page } from "@playwright/test";
import { createUniqueName, expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey, typeInto } from "#tests/support/e2e/keyboard.ts";
import { FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const LIST = "/admin/categories";
const READ = /\/rest\/v1\/categories\?.*order=position/;
/** An image that every shop has. */
const IMAGE = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from categories where name like 'Aaa %'`);

test("a category is created by URL, edited and deleted by keyboard, and the storefront shows it", {
  tag: "@long",
}, async ({ page, shop, administrator, request, pageErrors }) => {
  const name = createUniqueName();
  const slug = name.toLowerCase().replace(" ", "-");
  const release = await holdRequests(page, READ);
  await openAdmin(page, shop, await administrator(), `${LIST}/new`);
  await expect(page.getByRole("status", { name: "Chargement" }).locator(".skeleton").first()).toBeVisible();
  await release();
  await expectScreen(page, "Catégories");
  const form = dialog(page, "Nouvelle catégorie");
  await pressEnterOn(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Nom et slug sont requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await page.keyboard.type(name);
  await expect(form.getByLabel("Slug")).toHaveValue(slug);
  await focusByTab(page, form.getByLabel("Image"));
  // Filled in one step, as pasted: the form would validate a part of it at every typing pause.
  await page.keyboard.insertText("/nulle-part.jpg");
  await expect(form.getByLabel("Image")).toHaveAccessibleDescription(/semble invalide ou inaccessible/);
  await expect(form.getByRole("button", { name: "Enregistrer" })).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(IMAGE);
  await expect(form.locator("img")).toHaveAttribute("src", IMAGE);
  await page.keyboard.press("Enter");
  await expect(getToasts(page).first()).toContainText("Catégorie créée avec succès");
  await expect(form).toHaveCount(0);
  await expect(page).toHaveURL(LIST);
  await expect(row(page, name)).toContainText(slug);
  await expect(row(page, name).locator("img")).toHaveAttribute("src", IMAGE);
  const stored = () => shop.sql`select name, image from categories where slug = ${slug}`;
  expect(await stored()).toEqual([{ name, image: IMAGE }]);
  await expect.poll(async () => (await request.get("/categories", UNCACHED)).text()).toContain(name);

  const add = page.getByRole("button", { name: "Ajouter une catégorie" });
  await pressEnterOn(page, add);
  await expect(form).toBeVisible();
  await pressKey(page, "Escape");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();

  await pressEnterOn(page, page.getByRole("button", { name: `Modifier ${name}` }));
  const change = dialog(page, "Modifier la catégorie");
  await typeInto(page, change.getByLabel("Nom"), `${name} bis`);
  await typeInto(page, change.getByLabel("Image"), " ");
  await page.keyboard.press("Enter");
  await expect(getToasts(page).first()).toContainText("Catégorie mise à jour avec succès");
  expect(await stored()).toEqual([{ name: `${name} bis`, image: null }]);

  const remove = page.getByRole("button", { name: `Supprimer ${name} bis` });
  await pressEnterOn(page, remove);
  const confirmDialog = dialog(page, "Supprimer la catégorie ?");
  await expect(confirmDialog).toContainText(`${name} bis`);
  await pressEnterOn(page, confirmDialog.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, confirmDialog.getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page).first()).toContainText("Catégorie supprimée avec succès");
  await expect(remove).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});
