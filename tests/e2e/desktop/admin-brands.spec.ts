/** The partner brands in the back office: made, changed and deleted by keyboard, and shown on the home page. */
import type { Page } from "@playwright/test";
import { toasts } from "../support/account.ts";
import { enter, press, reach, write } from "../support/keyboard.ts";
import { expect, expectScreen, hold, openOffice, ownName, test } from "../support/office.ts";
import { fresh } from "../support/storefront.ts";

const LIST = "/admin/brands";
const WRITTEN = /\/rest\/v1\/brands(\?(columns|id)=.*)?$/;
const LOGO = "/icon-192.png";

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test.afterEach(({ shop }) => shop.sql`delete from brands where name like 'Aaa %'`);

test("a brand is added, changed and deleted by keyboard, and the home page shows it", async ({
  page,
  shop,
  administrator,
  request,
}) => {
  const name = ownName();
  await openOffice(page, shop, await administrator(), LIST);
  await expectScreen(page, "Marques");
  const add = page.getByRole("button", { name: "Ajouter une marque" });
  await enter(page, add);
  const form = dialog(page, "Nouvelle marque");
  await write(page, form.getByLabel("Nom"), "   ");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Nom")).toHaveAccessibleDescription(/Le nom de la marque est requis/);
  await expect(form.getByLabel("Nom")).toBeFocused();
  await write(page, form.getByLabel("Nom"), `  ${name}  `);
  await reach(page, form.getByLabel("Logo"));
  // At once, as pasted: every pause would check a part of it.
  await page.keyboard.insertText(` ${LOGO} `);
  await expect(form.locator("img")).toHaveAttribute("src", LOGO);
  const asked = await hold(page, WRITTEN);
  await page.keyboard.press("Enter");
  await expect(form.getByRole("button", { name: "Enregistrement..." })).toBeDisabled();
  await page.keyboard.press("Enter");
  await asked.release();
  await expect(toasts(page).first()).toContainText("Marque ajoutée");
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();
  await expect(row(page, name).locator("img")).toHaveAttribute("src", LOGO);
  const stored = () => shop.sql`select name, logo from brands where name like ${`${name}%`}`;
  expect(await stored()).toEqual([{ name, logo: LOGO }]);
  await expect.poll(async () => (await request.get(fresh("/"))).text()).toContain(name);

  const edit = page.getByRole("button", { name: `Modifier ${name}` });
  await enter(page, edit);
  const change = dialog(page, "Modifier la marque");
  await write(page, change.getByLabel("Nom"), `${name} bis`);
  await write(page, change.getByLabel("Logo"), "   ");
  await page.keyboard.press("Enter");
  await expect(toasts(page).first()).toContainText("Marque mise à jour");
  expect(await stored()).toEqual([{ name: `${name} bis`, logo: null }]);

  const remove = page.getByRole("button", { name: `Supprimer ${name} bis` });
  await enter(page, remove);
  const question = dialog(page, "Supprimer la marque ?");
  await expect(question).toContainText(`${name} bis`);
  await press(page, "Escape");
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, "Enter");
  await enter(page, question.getByRole("button", { name: "Supprimer" }));
  await expect(toasts(page).first()).toContainText("Marque supprimée");
  await expect(row(page, name)).toHaveCount(0);
  await expect(page.locator("#content")).toBeFocused();
  expect(await stored()).toEqual([]);
});
