/** What a screen reader says after a move to another page: its title, and where it begins. */
import { expect, test } from "../support/fixtures.ts";

test("a move to another page: its title, and the focus where it begins", async ({ page }) => {
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
