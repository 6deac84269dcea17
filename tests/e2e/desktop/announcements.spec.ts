/**
 * Screen reader output after a client-side navigation: the title, and the focus at the start of the content.
 */
import { expect, test } from "#tests/support/e2e/fixtures.ts";

test("a navigation announces the title and moves the focus to the start of the content", async ({ page }) => {
  await page.goto("/cart");
  for (const [name, title] of [
    ["Livraison", /^Informations de Livraison/],
    ["Plomberie", /^Catégorie: Plomberie|^Plomberie/],
  ] as const) {
    await page.getByRole("contentinfo").getByRole("link", { name }).click();
    await expect(page).toHaveTitle(title);
    await expect(page.getByRole("main")).toBeFocused();
  }
});
