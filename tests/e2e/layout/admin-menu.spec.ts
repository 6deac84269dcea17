/** The admin layout by keyboard alone. */
import { expectScreen, getMenuLink, openAdmin } from "#tests/support/e2e/admin.ts";
import { expect, test, testAtBothSizes } from "#tests/support/e2e/fixtures.ts";
import { tabTo } from "#tests/support/e2e/keyboard.ts";

testAtBothSizes(() => {
  test("the menu and the top bar work by keyboard alone", async ({ page, shop, administrator, isMobile }) => {
    await openAdmin(page, shop, await administrator("Awa Traoré"));
    await expectScreen(page, "Tableau de bord");
    // The longest title fits beside the buttons.
    const title = page.getByRole("heading", { level: 1 });
    expect(await title.evaluate((heading) => heading.scrollWidth - heading.clientWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Aller au contenu" })).toBeFocused();
    const settings = page.getByRole("button", { name: "Réglages" });
    await tabTo(page, settings);
    await page.keyboard.press("Enter");
    const entry = page.getByRole("link", { name: "Paramètres de la boutique" });
    await expect(entry).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(entry).toBeHidden();
    await expect(settings).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(entry).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/admin/settings");
    await expect(page.getByRole("main")).toBeFocused();
    await tabTo(page, page.getByRole("button", { name: "Menu latéral" }));
    await page.keyboard.press("Enter");
    if (isMobile) {
      await tabTo(page, getMenuLink(page, "Clients"));
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/admin/users");
    } else {
      await expect(page.getByRole("button", { name: "Menu latéral" })).toHaveAttribute(
        "aria-expanded",
        "false",
      );
    }
  });
});
