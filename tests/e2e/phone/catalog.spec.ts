/**
 * The catalog on a phone: filters with their history, and images before they are loaded and when they fail.
 */
import type { Page } from "@playwright/test";
import { getCards } from "#tests/support/e2e/cards.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { gotoUncached } from "#tests/support/e2e/goto-uncached.ts";
import { FAILED_LOAD_ERROR, holdRequests } from "#tests/support/e2e/network.ts";

/** The filters, which a phone hides until they are opened. */
async function openFilters(page: Page) {
  const filters = page.getByRole("complementary", { name: "Filtres du catalogue" });
  await filters.getByRole("button", { name: "Filtres", exact: true }).click();
  return filters;
}

test("applied filters are in the URL, with both prices, and are restored from it", async ({
  page,
  products,
}) => {
  const cheap = await products.add({ name: "Bon marché", price: 3000, stock: 5, category: "plomberie" });
  const fair = await products.add({ name: "Correct", price: 6000, stock: 5, category: "plomberie" });
  const gone = await products.add({ name: "Épuisé", price: 7000, stock: 0, category: "plomberie" });
  const dear = await products.add({ name: "Cher", price: 12_500_000, stock: 5, category: "electricite" });
  const titles = getCards(page).getByRole("heading");
  const names = (...products: { name: string }[]) => products.map(({ name }) => name);

  await page.goto(`/products?search=${products.uniqueWord}`);
  await expect(titles).toHaveText(names(dear, gone, fair, cheap));
  // A price in millions is not cut off by the card.
  await expect(getCards(page).first()).toContainText(/12\s500\s000\sXOF/);
  expect(
    await getCards(page)
      .first()
      .evaluate((card) => card.scrollWidth - card.clientWidth),
  ).toBe(0);

  let filters = await openFilters(page);
  await expect(filters.getByRole("button", { name: "Fermer", exact: true })).toBeVisible();
  const minimum = filters.getByRole("slider", { name: "Prix minimum" });
  const maximum = filters.getByRole("slider", { name: "Prix maximum" });
  await expect(minimum).toHaveValue("0");
  await expect(maximum).toHaveValue("100000");
  for (const slider of [minimum, maximum]) {
    await expect(slider).toHaveAttribute("min", "0");
    await expect(slider).toHaveAttribute("max", "100000");
    await expect(slider).toHaveAttribute("step", "5000");
  }
  await minimum.press("ArrowRight");
  await expect(filters.getByRole("status")).toHaveText(["5 000 XOF", "100 000 XOF et plus"]);
  await expect(minimum).toHaveAttribute("aria-valuetext", /^5\s000\sXOF$/);
  await filters.getByRole("checkbox", { name: "En stock seulement" }).check();
  await filters.getByRole("button", { name: "Appliquer les filtres" }).click();
  await expect(page).toHaveURL(
    `/products?search=${products.uniqueWord}&minPrice=5000&maxPrice=100000&inStock=true`,
  );
  // The slider's maximum is no bound: more expensive products stay in the list.
  await expect(titles).toHaveText(names(dear, fair));

  filters = await openFilters(page);
  await filters.getByRole("link", { name: "Plomberie" }).click();
  await expect(page).toHaveURL(/category=plomberie/);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    category: "plomberie",
    search: products.uniqueWord,
    minPrice: "5000",
    maxPrice: "100000",
    inStock: "true",
  });
  await expect(titles).toHaveText(names(fair));

  await page.reload();
  await expect(titles).toHaveText(names(fair));
  await openFilters(page);
  await expect(minimum).toHaveValue("5000");
  await expect(filters.getByRole("checkbox", { name: "En stock seulement" })).toBeChecked();
  await expect(filters.getByRole("link", { name: "Plomberie" })).toHaveAttribute("aria-current", "true");

  await page.goBack();
  await expect(titles).toHaveText(names(dear, fair));
  await page.goBack();
  await expect(titles).toHaveText(names(dear, gone, fair, cheap));
  await page.goForward();
  await expect(page).toHaveURL(/minPrice=5000/);
  await expect(titles).toHaveText(names(dear, fair));
});

test.describe("before the images are loaded", () => {
  // The page's load event waits for the held images.
  test.use({ autoWaitForIdle: false });

  test("the frame of an image has its final size before the image is loaded", async ({ page }) => {
    const release = await holdRequests(page, /\/pictures\//);
    await gotoUncached(page, "/products", { waitUntil: "commit" });
    const frame = getCards(page).first().locator("picture");
    await expect(frame).toHaveCSS("background-color", "rgb(241, 233, 220)");
    const place = await frame.boundingBox();
    expect(place?.height).toBeGreaterThan(100);
    expect(place?.height).toBeCloseTo(place?.width ?? 0, 0);
    await release();
    const image = frame.locator("img");
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await frame.boundingBox()).toEqual(place);
  });
});

test("images that fail are replaced by the placeholder", async ({ page, shop, products, pageErrors }) => {
  await products.add({ name: "Photo perdue", image: "/pictures/nowhere-640.jpg" });
  await page.goto(`/products?search=${products.uniqueWord}`);
  await expect(getCards(page).locator("img")).toHaveCSS("content", /placeholder\.svg/);

  const lost = await products.add({ name: "Photos perdues" });
  await shop.sql`
    insert into product_images (product_id, image_url, display_order)
    values (${lost.id}, '/pictures/lost-1-640.jpg', 1), (${lost.id}, 'https://127.0.0.1:9/lost.jpg', 2)`;
  await page.goto(`/product/${lost.slug}`);
  const image = (name: string) => page.getByRole("img", { name, exact: true });
  await expect(image(lost.name)).toHaveCSS("content", /placeholder\.svg/);
  await page.getByRole("button", { name: "Photo suivante" }).click();
  await expect(image(`${lost.name}, photo 2`)).toHaveCSS("content", /placeholder\.svg/);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});

test("the list has one to four columns, by the width of the screen", async ({ page }) => {
  await page.goto("/products");
  for (const [width, columns] of [
    [320, 1],
    [360, 2],
    [1024, 3],
    [1280, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const tops = await getCards(page).evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().top)),
    );
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns);
  }
});
