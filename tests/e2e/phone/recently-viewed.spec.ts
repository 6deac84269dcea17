/** The layout of the recently viewed products: loaded when scrolled near, and scrolled sideways. */
import type { Page } from "@playwright/test";
import { setLocalStorage } from "#tests/support/e2e/customer.ts";
import { expect, test } from "#tests/support/e2e/fixtures.ts";
import type { StoredProduct } from "#tests/support/products.ts";

const getCarousel = (page: Page) => page.getByRole("region", { name: "Vus récemment" });
const getNames = (page: Page) => getCarousel(page).getByRole("heading", { level: 3 });

/** Scrolls screen by screen to the end of the page, so that the carousel is loaded on the way. */
async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight) {
      window.scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

/** Counts the requests for the carousel's chunk. */
function countCarouselRequests(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("recently-viewed-row")) count += 1;
  });
  return () => count;
}

test("viewed products are shown again, loaded only near the viewport", async ({ page, createProduct }) => {
  const [drill, pipe] = [await createProduct(), await createProduct()];
  const countRequests = countCarouselRequests(page);
  await page.goto(`/product/${drill.slug}`);
  await scrollDown(page);
  await page.waitForLoadState("networkidle");
  expect(countRequests(), "no product was viewed before").toBe(0);
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  expect(countRequests(), "the carousel is far below the viewport").toBe(0);
  await scrollDown(page);
  await expect(getNames(page)).toHaveText([drill.name]);
  await page.goto(`/product/${pipe.slug}`);
  await scrollDown(page);
  await getNames(page).getByRole("link", { name: drill.name }).click();
  await expect(page).toHaveURL(`/product/${drill.slug}`);
  await scrollDown(page);
  await expect(getNames(page)).toHaveText([pipe.name]);
});

test("the carousel scrolls sideways within the page, by swipe and by arrows", async ({
  page,
  createProduct,
}) => {
  const seen: StoredProduct[] = [];
  for (let index = 0; index < 8; index++) seen.push(await createProduct());
  await setLocalStorage(page, { seen: seen.map(({ id }) => id).join("") });
  for (const path of ["/", `/product/${(await createProduct()).slug}`, "/cart"]) {
    await page.goto(path);
    await scrollDown(page);
    await expect(getNames(page)).toHaveCount(path === "/cart" ? 9 : 8);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBe(0);
  }
  const last = getCarousel(page).getByRole("article").last();
  const arrow = (name: string) => getCarousel(page).getByRole("button", { name, includeHidden: true });
  await expect(last).not.toBeInViewport();
  await expect(arrow("Produits suivants")).toBeHidden();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await scrollDown(page);
  await expect(last).not.toBeInViewport();
  await arrow("Produits suivants").click();
  await expect(last).toBeInViewport();
  await arrow("Produits précédents").click();
  await expect(last).not.toBeInViewport();
});
