/** Admin testimonials: created, edited and deleted by keyboard, and shown on the home page. */
import type { Page } from "@playwright/test";
import { createUniqueName, expectScreen, getListRows, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { focusByTab, pressEnterOn, pressKey, typeInto } from "#tests/support/e2e/keyboard.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";
import { getToasts } from "#tests/support/e2e/toasts.ts";
import { UNCACHED } from "#tests/support/uncached.ts";

const LIST_PATH = "/admin/testimonials";
/** The list is read in an order, a write is not. */
const WRITE_URL = /\/rest\/v1\/testimonials\?(?!.*order=)/;
const PHOTO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from testimonials where name like 'Aaa %'`);

test("a testimonial is created, edited and deleted by keyboard, and the home page shows it", {
  tag: "@long",
}, async ({ page, shop, administrator, request }) => {
  const name = createUniqueName();
  await openAdmin(page, shop, await administrator(), LIST_PATH);
  await expectScreen(page, "Avis clients");
  const add = page.getByRole("button", { name: "Ajouter un témoignage" });
  await pressEnterOn(page, add);
  const form = dialog(page, "Nouveau témoignage");
  await pressEnterOn(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom est requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await page.keyboard.type(name);
  await typeInto(page, form.getByLabel("Rôle"), "Maçonne");
  const rating = form.getByRole("slider", { name: "Note" });
  await focusByTab(page, rating);
  await expect(rating).toHaveValue("5");
  await pressKey(page, "ArrowLeft");
  await expect(rating).toHaveValue("4.5");
  await expect(rating).toHaveAttribute("aria-valuetext", "4,5 sur 5");
  await expect(form.locator(".stars-9")).toBeVisible();
  await pressKey(page, "Home");
  await pressKey(page, "ArrowLeft");
  await expect(rating).toHaveValue("1");
  await pressKey(page, "ArrowRight");
  await expect(rating).toHaveValue("1.5");
  await typeInto(page, form.getByLabel("Témoignage"), "Le ciment est arrivé le lendemain");
  await focusByTab(page, form.getByRole("textbox", { name: "Photo" }));
  // Filled in one step, as pasted: the form would validate a part of it at every typing pause.
  await page.keyboard.insertText(PHOTO);
  await expect(form.locator("img")).toHaveAttribute("src", PHOTO);
  const release = await holdRequests(page, WRITE_URL);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await release();
  await expect(getToasts(page).first()).toContainText("Témoignage ajouté");
  await expect(add).toBeFocused();
  const stored = () => shop.sql`
    select role, content, rating::float8, avatar from testimonials where name = ${name}`;
  expect(await stored()).toEqual([
    { role: "Maçonne", content: "Le ciment est arrivé le lendemain", rating: 1.5, avatar: PHOTO },
  ]);
  await expect(getListRows(page).first()).toContainText(name);
  await expect(getListRows(page).first()).toContainText("Le ciment est arrivé");
  await expect(getListRows(page).first().getByRole("img", { name: "1,5 sur 5" })).toBeVisible();
  await expect(getListRows(page).first().locator("img")).toHaveAttribute("src", PHOTO);
  await expect.poll(async () => (await request.get("/", UNCACHED)).text()).toContain(name);

  await pressEnterOn(page, page.getByRole("button", { name: `Modifier le témoignage de ${name}` }));
  const change = dialog(page, "Modifier le témoignage");
  await expect(change.getByRole("slider", { name: "Note" })).toHaveValue("1.5");
  await typeInto(page, change.getByLabel("Rôle"), " ");
  await focusByTab(page, change.getByRole("slider", { name: "Note" }));
  await pressKey(page, "End");
  await typeInto(page, change.getByRole("textbox", { name: "Photo" }), " ");
  await page.keyboard.press("Enter");
  await expect(getToasts(page).first()).toContainText("Témoignage modifié");
  expect(await stored()).toMatchObject([{ role: null, rating: 5, avatar: null }]);

  const remove = page.getByRole("button", { name: `Supprimer le témoignage de ${name}` });
  await pressEnterOn(page, remove);
  const confirmDialog = dialog(page, "Supprimer le témoignage ?");
  await expect(confirmDialog).toContainText(name);
  await pressEnterOn(page, confirmDialog.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await pressKey(page, "Enter");
  await pressEnterOn(page, confirmDialog.getByRole("button", { name: "Supprimer" }));
  await expect(getToasts(page).first()).toContainText("Témoignage supprimé");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});
