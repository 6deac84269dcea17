/**
 * Screen reader output after a client-side navigation: the title, and the focus on the heading.
 */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("a navigation announces the title and moves the focus to the heading", async ({ page }) => {
  await page.goto("/cart");
  for (const [name, title] of [
    ["Livraison", /^Informations de Livraison/],
    ["Plomberie", /^Catégorie: Plomberie|^Plomberie/],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.locator("body > p[aria-live=polite]")).toHaveText(title);
  }
});
