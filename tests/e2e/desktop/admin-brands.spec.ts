/** Admin brands: created, edited and deleted by keyboard, and shown on the home page. */
import type { Page } from "@playwright/test";
import { createUniqueName, expectScreen, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey, typeInto } from "#tests/support/e2e/keyboard.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const LIST_PATH = "/admin/brands";
/** Not the requests of the list, which have an order. */
const WRITE_URL = /\/rest\/v1\/brands(\?(?!.*order=).*)?$/;
const LOGO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from brands where name like 'Aaa %'`);

test("a brand is created, edited and deleted by keyboard, and the home page shows it", {
  tag: "@long",
}, async ({ page, shop, administrator, request }) => {
  const name = createUniqueName();
  await openAdmin(page, shop, await administrator(), LIST_PATH);
  await expectScreen(page, "Marques");
  const add = page.getByRole("button", { name: "Ajouter une marque" });
  await pressEnterOn(page, add);
  const form = dialog(page, "Nouvelle marque");
  await typeInto(page, form.getByLabel("Nom"), "   ");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom de la marque est requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await typeInto(page, form.getByLabel("Nom"), `  ${name}  `);
  await focusByTab(page, form.getByRole("textbox", { name: "Logo" }));
  // Filled in one step, as pasted: the form would validate a part of it at every typing pause.
  await page.keyboard.insertText(` ${LOGO} `);
  await expect(form.locator("img")).toHaveAttribute("src", LOGO);
  const release = await holdRequests(page, WRITE_URL);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await release();
  await expect(getToasts(page).first()).toContainText("Marque ajoutée");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(row(page, name).locator("img")).toHaveAttribute("src", LOGO);
  const stored = () => shop.sql`select name, logo from brands where name like ${`${name}%`}`;
  expect(await stored()).toEqual([{ name, logo: LOGO }]);
  await expect.poll(async () => (await request.get("/", UNCACHED)).text()).toContain(name);

  const edit = page.getByRole("button", { name: `Modifier ${name}` });
  await pressEnterOn(page, edit);
  const change = dialog(page, "Modifier la marque");
  await typeInto(page, change.getByLabel("Nom"), `${name} bis`);
  await typeInto(page, change.getByRole("textbox", { name: "Logo" }), "   ");
  await page.keyboard.press("Enter");
  await expect(getToasts(page).first()).toContainText("Marque mise à jour");
  expect(await stored()).toEqual([{ name: `${name} bis`, logo: null }]);

  const remove = page.getByRole("button", { name: `Supprimer ${name} bis` });
  await pressEnterOn(page, remove);
  const confirmDialog = dialog(page, "Supprimer la marque ?");
  await expect(confirmDialog).toContainText(`${name} bis`);
  await pressKey(page, "Escape");
  await expect(confirmDialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, confirmDialog.getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page).first()).toContainText("Marque supprimée");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});
