/** The frame around every page of a phone: the logo before its image has loaded, and the cart that floats. */
import { expect, hold, test } from "../support/storefront.ts";

test.describe("before the page listens", () => {
  test.use({ waitUntilSettled: false });

  test("a square stands for the logo's image until that has loaded", async ({ page }) => {
    const release = await hold(page, /\/favicon\.svg$/);
    await page.goto("/cart", { waitUntil: "commit" });
    const logo = page.getByRole("banner").getByRole("link", { name: "Yaaré, accueil" });
    const square = logo.locator("span").first();
    await expect(square).toHaveCSS("background-color", "rgb(184, 57, 26)");
    const place = await square.boundingBox();
    expect(place?.width).toBeGreaterThanOrEqual(36);
    release();
    await expect
      .poll(() => logo.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await square.boundingBox()).toEqual(place);
    await logo.click();
    await expect(page).toHaveURL("/");
  });
});

test("a cart floats over the page once the header's has left the screen, and leads to the cart", async ({
  page,
  goods,
}) => {
  for (const name of ["Pelle", "Pioche", "Seau"]) await goods.add({ name, stock: 9 });
  await page.goto(`/products?search=${goods.word}`);
  const floating = page.getByRole("navigation", { name: "Accès rapide" }).getByRole("link");
  // The header's cart is in view, and the place of the other one the page's own, until the page is scrolled.
  await expect(floating).not.toBeInViewport();
  await page.getByRole("button", { name: /^Ajouter au panier : Pelle/ }).click();
  await expect(floating.getByTestId("cart-count")).toHaveText("1");
  await page.mouse.wheel(0, 300);
  await expect(floating).toBeInViewport({ ratio: 1 });
  await floating.click();
  await expect(page).toHaveURL("/cart");
  await expect(floating).toBeHidden();
});
