/** What stands around the screens of the back office, by the keyboard alone. */
import { tabTo } from "../support/account.ts";
import { expect, expectScreen, menuLink, openOffice, test } from "../support/office.ts";

test("everything around a screen works by the keyboard alone", async ({
  page,
  shop,
  administrator,
  isMobile,
}) => {
  await openOffice(page, shop, await administrator("Awa Traoré"));
  await expectScreen(page, "Tableau de bord");
  // The longest title of all has room beside its buttons.
  const title = page.getByRole("heading", { level: 1 });
  expect(await title.evaluate((heading) => heading.scrollWidth - heading.clientWidth)).toBeLessThanOrEqual(0);
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
    await tabTo(page, menuLink(page, "Clients"));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/admin/users");
  } else {
    await expect(page.getByRole("button", { name: "Menu latéral" })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
  }
});
