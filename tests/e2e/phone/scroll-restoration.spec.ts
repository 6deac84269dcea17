/** Back navigation from a product to the list: its filters, its appended pages, and the scroll position. */
import type { Page } from "@playwright/test";
import { getCards } from "#tests/support/e2e/cards.ts";
import { allowErrors, expect, test } from "#tests/support/e2e/fixtures.ts";
import { FAILED_LOAD_ERROR } from "#tests/support/e2e/network.ts";
import { waitForIdle } from "#tests/support/e2e/wait-for-idle.ts";

const PAGE_SIZE = 24;

const getTitles = (page: Page) => getCards(page).getByRole("heading");
const getScrollY = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Opens two pages of the list and scrolls to a product of the second one. */
async function scrollIntoList(
  page: Page,
  path: string,
  isKept = true,
): Promise<{ y: number; names: string[]; url: string }> {
  await page.goto(path);
  // Cards below the window are not laid out before the page is scrolled; heights are exact from then on.
  const isLaidOut = () =>
    getTitles(page)
      .nth(PAGE_SIZE - 1)
      .evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }));
  expect(await isLaidOut()).toBe(false);
  await page.mouse.wheel(0, 1);
  await expect.poll(isLaidOut).toBe(true);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(getCards(page)).toHaveCount(2 * PAGE_SIZE);
  await getCards(page)
    .nth(PAGE_SIZE + 8)
    .evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
  const y = await getScrollY(page);
  expect(y).toBeGreaterThan(1500);
  const names = await getTitles(page).allTextContents();
  if (isKept) {
    // The module that stores the list is loaded with its second page; only a test is quicker than that.
    const last = JSON.stringify(names.at(-1));
    const keeps = () => page.evaluate((name) => sessionStorage.getItem("lists")?.includes(name), last);
    await expect.poll(keeps).toBe(true);
  }
  return { y, names, url: page.url() };
}

async function openProduct(page: Page): Promise<void> {
  await getCards(page)
    .nth(PAGE_SIZE + 8)
    .getByRole("link")
    .click();
  await expectProduct(page);
}

async function expectProduct(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => getScrollY(page)).toBe(0);
}

async function expectRestored(page: Page, list: { y: number; names: string[]; url: string }) {
  await expect(page).toHaveURL(list.url);
  await expect(getTitles(page)).toHaveText(list.names);
  await expect.poll(async () => Math.abs((await getScrollY(page)) - list.y)).toBeLessThan(3);
}

test("back from a product, and forward and back again", async ({ page }) => {
  const list = await scrollIntoList(page, "/products?minPrice=5&maxPrice=100000");
  await openProduct(page);
  await page.goBack();
  await expectRestored(page, list);
  await page.goForward();
  await expectProduct(page);
  await page.goBack();
  await expectRestored(page, list);
});

test("back from another document", async ({ page }) => {
  const list = await scrollIntoList(page, "/products?minPrice=6&maxPrice=100000&inStock=true");
  await openProduct(page);
  await page.reload();
  await page.goBack();
  await expectRestored(page, list);
  await expect(page.getByRole("list", { name: "Filtres actifs" })).toContainText("En stock");
  // A click before hydration also leads to another document.
  const href = await getCards(page).last().getByRole("link").getAttribute("href");
  await page.evaluate((address) => window.location.assign(address ?? ""), href);
  await expect(page).toHaveURL(/\/product\//);
  await waitForIdle(page);
  await page.goBack();
  await expectRestored(page, list);
});

test("a reload restores the whole list, and so do the lists before it in the history", {
  tag: "@long",
}, async ({ page }) => {
  const list = await scrollIntoList(page, "/products?minPrice=8&maxPrice=100000");
  await page.reload();
  await expectRestored(page, list);
  const other = await scrollIntoList(page, "/products?minPrice=9&maxPrice=100000");
  await openProduct(page);
  await page.reload();
  await page.goBack();
  await expectRestored(page, other);
  await page.goBack();
  await expectRestored(page, list);
});

test("a visitor who has scrolled meanwhile retains their position", { tag: "@long" }, async ({ page }) => {
  const list = await scrollIntoList(page, "/products?minPrice=10&maxPrice=100000");
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(/\/assets\/sync-list-pages-.*\.js/, async (route) => {
    isHeld = true;
    await isReleased;
    await route.continue();
  });
  await page.reload();
  await expect(getCards(page)).toHaveCount(PAGE_SIZE);
  await expect.poll(() => isHeld).toBe(true);
  const viewedCard = getCards(page).nth(2);
  await viewedCard.evaluate((card) => card.scrollIntoView({ block: "start", behavior: "instant" }));
  const before = await viewedCard.getByRole("heading").textContent();
  const top = (await viewedCard.boundingBox())?.y;
  release();
  await expect(getTitles(page)).toHaveText(list.names);
  const same = getCards(page).filter({ hasText: before ?? "" });
  await expect.poll(async () => Math.abs(((await same.boundingBox())?.y ?? 0) - (top ?? 0))).toBeLessThan(5);
});

test("without the module that restores lists, more products can still be loaded", { tag: "@long" }, async ({
  page,
  pageErrors,
}) => {
  await page.route(/\/assets\/sync-list-pages-.*\.js/, (route) => route.abort());
  const list = await scrollIntoList(page, "/products?minPrice=12&maxPrice=100000", false);
  await openProduct(page);
  await page.goBack();
  await expectRestored(page, list);
  allowErrors(pageErrors, FAILED_LOAD_ERROR);
});
