/** «Avis clients» in the back office: made, changed and deleted by keyboard, and shown on the home page. */
import type { Page } from "@playwright/test";
import { toasts } from "../support/account.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import { expect, expectScreen, hold, listRows, openOffice, ownName, test } from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

const LIST = "/admin/testimonials";
const WRITTEN = /\/rest\/v1\/testimonials\?(.*&)?select=id$/;
const PHOTO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from testimonials where name like 'Aaa %'`);

test("a testimonial is added, changed and deleted by keyboard, and the home page shows it", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), LIST);
  await expectScreen(page, "Avis clients");
  const add = page.getByRole("button", { name: "Ajouter un témoignage" });
  await enter(page, add);
  const form = dialog(page, "Nouveau témoignage");
  await enter(page, form.getByRole("button", { name: "Enregistrer" }));
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom est requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await page.keyboard.type(name);
  await write(page, form.getByLabel("Rôle"), "Maçonne");
  const rating = form.getByRole("slider", { name: "Note" });
  await reach(page, rating);
  await expect(rating).toHaveValue("5");
  await press(page, "ArrowLeft");
  await expect(rating).toHaveValue("4.5");
  await expect(rating).toHaveAttribute("aria-valuetext", "4,5 sur 5");
  await expect(form.locator(".stars-9")).toBeVisible();
  await press(page, "Home");
  await press(page, "ArrowLeft");
  await expect(rating).toHaveValue("1");
  await press(page, "ArrowRight");
  await expect(rating).toHaveValue("1.5");
  await write(page, form.getByLabel("Témoignage"), "Le ciment est arrivé le lendemain");
  await reach(page, form.getByLabel("Photo"));
  // At once, as pasted: every pause would check a part of it.
  await page.keyboard.insertText(PHOTO);
  await expect(form.locator("img")).toHaveAttribute("src", PHOTO);
  const asked = await hold(page, WRITTEN);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await asked.release();
  await expect(toasts(page).first()).toContainText("Témoignage ajouté");
  await expect(add).toBeFocused();
  const stored = () => shop.sql`
    select role, content, rating::float8, avatar from testimonials where name = ${name}`;
  expect(await stored()).toEqual([
    { role: "Maçonne", content: "Le ciment est arrivé le lendemain", rating: 1.5, avatar: PHOTO },
  ]);
  await expect(listRows(page).first()).toContainText(name);
  await expect(listRows(page).first()).toContainText("Le ciment est arrivé");
  await expect(listRows(page).first().getByRole("img", { name: "1,5 sur 5" })).toBeVisible();
  await expect(listRows(page).first().locator("img")).toHaveAttribute("src", PHOTO);
  await expect.poll(async () => (await request.get(fresh("/"))).text()).toContain(name);

  await enter(page, page.getByRole("button", { name: `Modifier le témoignage de ${name}` }));
  const change = dialog(page, "Modifier le témoignage");
  await expect(change.getByRole("slider", { name: "Note" })).toHaveValue("1.5");
  await write(page, change.getByLabel("Rôle"), " ");
  await reach(page, change.getByRole("slider", { name: "Note" }));
  await press(page, "End");
  await write(page, change.getByLabel("Photo"), " ");
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Témoignage modifié");
  expect(await stored()).toMatchObject([{ role: null, rating: 5, avatar: null }]);

  const remove = page.getByRole("button", { name: `Supprimer le témoignage de ${name}` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer le témoignage ?");
  await expect(question).toContainText(name);
  await enter(page, question.getByRole("button", { name: "Annuler" }));
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Témoignage supprimé");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});
