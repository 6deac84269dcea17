/**
 * The side menu of the admin: a collapsible column on a wide screen and a sheet on a phone, with their
 * keyboard behaviour.
 */
import type { Locator } from "@playwright/test";
import { expectScreen, getMenuLink, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

const WEEK_SECONDS = 7 * 24 * 60 * 60;

test("Ctrl+B or Meta+B toggles the menu, and a cookie stores its state for a week", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
  context,
}) => {
  await openAdmin(page, shop, await administrator());
  await expectScreen(page, "Tableau de bord");
  const menu = page.getByRole("navigation", { name: "Administration" });
  const toggle = page.getByRole("button", { name: "Menu latéral" });
  const width = () => menu.evaluate((element) => element.parentElement?.getBoundingClientRect().width);
  await expect.poll(width).toBe(256);
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  const groups = menu.getByRole("region").locator("p");
  await expect(groups).toHaveText([
    "Main",
    "Commerce",
    "Livraison et caisse",
    "Stock et prix",
    "Utilisateurs",
    "Contenu",
  ]);
  for (const group of await groups.all()) await expect(group).toBeVisible();
  await page.keyboard.press("Control+b");
  await expect.poll(width).toBe(48);
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  const readMenuCookie = async () => (await context.cookies()).find(({ name }) => name === "office_menu");
  await expect.poll(async () => (await readMenuCookie())?.value).toBe("folded");
  const cookie = await readMenuCookie();
  expect(cookie?.path).toBe("/admin");
  expect(Math.abs((cookie?.expires ?? 0) - (Date.now() / 1000 + WEEK_SECONDS))).toBeLessThan(600);
  await page.reload();
  await expect.poll(width).toBe(48);
  await getMenuLink(page, "Produits").click();
  await expectScreen(page, "Produits");
  await page.keyboard.press("Meta+b");
  await expect.poll(width).toBe(256);
  await toggle.click();
  await expect.poll(width).toBe(48);
});

test("the sheet of a phone opens, traps the focus and closes", { tag: "@long" }, async ({
  page,
  shop,
  administrator,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await openAdmin(page, shop, await administrator("Awa Traoré"));
  const toggle = page.getByRole("button", { name: "Menu latéral" });
  await toggle.click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet.getByText("Awa Traoré")).toBeVisible();
  await expect.poll(() => sheet.evaluate((element) => element.getBoundingClientRect().width)).toBe(288);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Control+b");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Control+b");
  await expect(sheet).toHaveCount(0);
  await toggle.click();
  await getMenuLink(page, "Messages").click();
  await expect(sheet).toHaveCount(0);
  await expectScreen(page, "Messages");
  // On a tablet the columns of a list fit its page.
  await page.setViewportSize({ width: 768, height: 900 });
  await toggle.click();
  await getMenuLink(page, "Techniciens").click();
  await expectScreen(page, "Techniciens");
  const widthOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(() => widthOf(page.getByRole("table"))).toBeLessThan(768);
  expect(await widthOf(page.getByRole("main"))).toBe(768);
});
