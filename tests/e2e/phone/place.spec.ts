/** The way back from a product to where the visitor stood: filters, the pages below one another, and the place. */
import type { Page } from "@playwright/test";
import { expect, FAILED_LOAD, forgive, settled, test } from "../support/storefront.ts";

const PAGE_SIZE = 24;

const cards = (page: Page) => page.getByRole("main").getByRole("article");
const titles = (page: Page) => cards(page).getByRole("heading");
const place = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Two pages of the list on the screen, and a product of the second one in the middle of it. */
async function standInTheList(
  page: Page,
  path: string,
  isKept = true,
): Promise<{ y: number; names: string[]; url: string }> {
  await page.goto(path);
  await page.getByRole("link", { name: "Voir plus" }).click();
  await expect(cards(page)).toHaveCount(2 * PAGE_SIZE);
  await cards(page)
    .nth(PAGE_SIZE + 8)
    .evaluate((card) => card.scrollIntoView({ block: "center", behavior: "instant" }));
  const y = await place(page);
  expect(y).toBeGreaterThan(1500);
  const names = await titles(page).allTextContents();
  if (isKept) {
    // What keeps the list comes with its second page: nobody is quicker than that but a test.
    const last = JSON.stringify(names.at(-1));
    const keeps = () => page.evaluate((name) => sessionStorage.getItem("lists")?.includes(name), last);
    await expect.poll(keeps).toBe(true);
  }
  return { y, names, url: page.url() };
}

async function openProduct(page: Page): Promise<void> {
  await cards(page)
    .nth(PAGE_SIZE + 8)
    .getByRole("link")
    .click();
  await expectProduct(page);
}

async function expectProduct(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => place(page)).toBe(0);
}

async function expectToStandThere(page: Page, list: { y: number; names: string[]; url: string }) {
  await expect(page).toHaveURL(list.url);
  await expect(titles(page)).toHaveText(list.names);
  await expect.poll(async () => Math.abs((await place(page)) - list.y)).toBeLessThan(3);
}

test("back from a product, and forward and back again", async ({ page }) => {
  const list = await standInTheList(page, "/products?minPrice=5&maxPrice=100000");
  await openProduct(page);
  await page.goBack();
  await expectToStandThere(page, list);
  await page.goForward();
  await expectProduct(page);
  await page.goBack();
  await expectToStandThere(page, list);
});

test("back from another document", async ({ page }) => {
  const list = await standInTheList(page, "/products?minPrice=6&maxPrice=100000&inStock=true");
  await openProduct(page);
  await page.reload();
  await page.goBack();
  await expectToStandThere(page, list);
  await expect(page.getByRole("list", { name: "Filtres actifs" })).toContainText("En stock");
  // A press before the application lives leads to another document, too.
  const href = await cards(page).last().getByRole("link").getAttribute("href");
  await page.evaluate((address) => window.location.assign(address ?? ""), href);
  await expect(page).toHaveURL(/\/product\//);
  await settled(page);
  await page.goBack();
  await expectToStandThere(page, list);
});

test("a list that is loaded anew stays whole, and so do the lists before it", async ({ page }) => {
  const list = await standInTheList(page, "/products?minPrice=8&maxPrice=100000");
  await page.reload();
  await expectToStandThere(page, list);
  const other = await standInTheList(page, "/products?minPrice=9&maxPrice=100000");
  await openProduct(page);
  await page.reload();
  await page.goBack();
  await expectToStandThere(page, other);
  await page.goBack();
  await expectToStandThere(page, list);
});

test("a visitor who has moved on meanwhile keeps what they look at", async ({ page }) => {
  const list = await standInTheList(page, "/products?minPrice=10&maxPrice=100000");
  const held: (() => Promise<void>)[] = [];
  await page.route(/\/assets\/kept-lists-.*\.js/, (route) => {
    held.push(() => route.continue());
  });
  await page.reload();
  await expect(cards(page)).toHaveCount(PAGE_SIZE);
  await expect.poll(() => held.length).toBe(1);
  const looked = cards(page).nth(2);
  await looked.evaluate((card) => card.scrollIntoView({ block: "start", behavior: "instant" }));
  const before = await looked.getByRole("heading").textContent();
  const top = (await looked.boundingBox())?.y;
  await held[0]?.();
  await expect(titles(page)).toHaveText(list.names);
  const same = cards(page).filter({ hasText: before ?? "" });
  await expect.poll(async () => Math.abs(((await same.boundingBox())?.y ?? 0) - (top ?? 0))).toBeLessThan(5);
});

test("without the code that keeps lists, more products still come", async ({ page, pageErrors }) => {
  await page.route(/\/assets\/kept-lists-.*\.js/, (route) => route.abort());
  const list = await standInTheList(page, "/products?minPrice=12&maxPrice=100000", false);
  await openProduct(page);
  await page.goBack();
  await expectToStandThere(page, list);
  forgive(pageErrors, FAILED_LOAD);
});
