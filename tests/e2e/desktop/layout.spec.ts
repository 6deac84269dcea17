/** The breakpoint of the phone layout, and its menu sheet. */
import type { Page } from "@playwright/test";
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("below 768 px the phone's layout applies, from 768 px on the desktop's", async ({ page }) => {
  await page.goto("/products");
  const onPhone = [
    page.getByRole("button", { name: "Menu", exact: true }),
    page.getByRole("navigation", { name: "Accès rapide" }),
    page.getByRole("button", { name: "Filtres", exact: true }),
  ];
  const onDesktop = [
    page.getByRole("navigation", { name: "Navigation principale" }),
    page.getByRole("complementary", { name: "Filtres du catalogue" }).getByRole("slider").first(),
  ];
  await page.setViewportSize({ width: 767, height: 900 });
  for (const part of onPhone) await expect(part).toBeVisible();
  for (const part of onDesktop) await expect(part).toBeHidden();
  await page.setViewportSize({ width: 768, height: 900 });
  for (const part of onPhone) await expect(part).toBeHidden();
  for (const part of onDesktop) await expect(part).toBeVisible();
});

test.describe("the menu of a phone", () => {
  test.use({ viewport: { width: 360, height: 800 } });

  const sheetOf = (page: Page) => page.getByRole("navigation", { name: "Menu" });
  const buttonOf = (page: Page) => page.getByRole("button", { name: "Menu", exact: true });

  test("opens from the bottom, traps the focus, and restores it on Escape", async ({ page }) => {
    await page.goto("/about");
    const sheet = sheetOf(page);
    await expect(sheet).toBeHidden();
    await buttonOf(page).focus();
    await page.keyboard.press("Enter");
    await expect(sheet).toBeVisible();
    const box = await sheet.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(800, 0);

    const close = sheet.getByRole("button", { name: "Fermer le menu" });
    await expect(close).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    const last = sheet.getByRole("link").last();
    await expect(last).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(close).toBeFocused();

    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(buttonOf(page)).toBeFocused();
  });

  test("closes by its button, by a click outside, and when one of its links is followed", async ({
    page,
  }) => {
    await page.goto("/about");
    const sheet = sheetOf(page);
    await buttonOf(page).click();
    await sheet.getByRole("button", { name: "Fermer le menu" }).click();
    await expect(sheet).toBeHidden();
    await buttonOf(page).click();
    await page.mouse.click(180, 30);
    await expect(sheet).toBeHidden();

    await buttonOf(page).click();
    await sheet.getByRole("link", { name: "Matériaux" }).click();
    await expect(page).toHaveURL("/products?category=materiaux");
    await expect(sheet).toBeHidden();
  });
});
