/** The layout of every page on a phone: the logo before its image is loaded, and the floating cart. */
import { colorBrand } from "#design/tokens.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import { holdRequests } from "#tests/support/e2e/network.ts";

test.describe("before hydration", () => {
  test.use({ autoWaitForIdle: false });

  test("a square stands in for the logo until its image is loaded", async ({ page }) => {
    const release = await holdRequests(page, /\/favicon\.svg$/);
    await page.goto("/cart", { waitUntil: "commit" });
    const logo = page.getByRole("banner").getByRole("link", { name: "Yaaré, accueil" });
    const square = logo.locator("span").first();
    const brand = [...Buffer.from(colorBrand.slice(1), "hex")].join(", ");
    await expect(square).toHaveCSS("background-color", `rgb(${brand})`);
    const place = await square.boundingBox();
    expect(place?.width).toBeGreaterThanOrEqual(36);
    await release();
    await expect
      .poll(() => logo.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
    expect(await square.boundingBox()).toEqual(place);
    await logo.click();
    await expect(page).toHaveURL("/");
  });
});

test("a cart button floats over the page from the start, and leads to the cart", async ({
  page,
  products,
}) => {
  for (const name of ["Pelle", "Pioche", "Seau"]) await products.add({ name, stock: 9 });
  await page.goto(`/products?search=${products.uniqueWord}`);
  const floating = page.getByRole("navigation", { name: "Accès rapide" }).getByRole("link");
  await expect(floating).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: /^Ajouter au panier : Pelle/ }).click();
  await expect(floating.getByTestId("cart-count")).toHaveText("1");
  await floating.click();
  await expect(page).toHaveURL("/cart");
  await expect(floating).toBeHidden();
});
