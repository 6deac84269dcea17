/**
 * The screens of the shop, in groups, for checks that apply to all of them. They are opened with a session
 * and a filled cart.
 */
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { createCustomerStorage, SCREEN_BUDGETS, toScreenPath } from "#harness/screen-budgets.ts";
import type { Shop } from "#tests/support/shop.ts";
import { shortOrLong } from "#tests/support/short-or-long.ts";
import { waitForIdle } from "./wait-for-idle.ts";

/** Collects the failures of all screens. */
const softly = expect.configure({ soft: true });

type Screen = (typeof SCREEN_BUDGETS)[number];

/** One screen of each kind of layout. */
const SAMPLE_PATHS = new Set([
  "/",
  "/products",
  "/product/:product",
  "/checkout",
  "/account?tab=commandes",
  "/technician/:technician",
]);

/** States with other texts of the screens that the benchmark measures. */
const STATE_PATHS = ["/products?category=plomberie&inStock=true", "/products?search=zzzzzz", "/nexiste-pas"];
const SIGNED_OUT_PATHS = ["/login", "/login?tab=inscription"];

interface ScreenGroup {
  /** For test titles. */
  name: string;
  screens: readonly Screen[];
  states: readonly string[];
  signedOut: readonly string[];
}

const sampleGroup: ScreenGroup = {
  name: "a sample of screens",
  screens: SCREEN_BUDGETS.filter(({ path }) => SAMPLE_PATHS.has(path)),
  states: [],
  signedOut: ["/login?tab=inscription"],
};

function createAllGroups(): ScreenGroup[] {
  const length = 8;
  const groups: ScreenGroup[] = [];
  for (let first = 0; first < SCREEN_BUDGETS.length; first += length) {
    const screens = SCREEN_BUDGETS.slice(first, first + length);
    const name = `from ${screens.at(0)?.path} to ${screens.at(-1)?.path}`;
    groups.push({ name, screens, states: [], signedOut: [] });
  }
  return [...groups, { name: "other states", screens: [], states: STATE_PATHS, signedOut: SIGNED_OUT_PATHS }];
}

/** All screens. */
const ALL_SCREEN_GROUPS: readonly ScreenGroup[] = createAllGroups();

/** A sample of the screens, or all of them in the long test run. */
export const SCREEN_GROUPS: readonly ScreenGroup[] = shortOrLong([sampleGroup], ALL_SCREEN_GROUPS);

/**
 * Asserts that `check` finds no issue on any screen. The product and the technician have the longest texts.
 */
export async function checkScreens(
  { screens, states, signedOut }: ScreenGroup,
  { browser, shop }: { browser: Browser; shop: Shop },
  options: BrowserContextOptions,
  check: (page: Page) => Promise<string[]>,
): Promise<void> {
  const [product] = await shop.sql<
    { id: string; slug: string; name: string; price: number; stock: number }[]
  >`
    select id, slug, name, price, stock from products where stock > 4 order by length(name) desc, id limit 1`;
  const [technician] = await shop.sql<{ slug: string }[]>`
    select slug from technicians order by length(description) desc, slug limit 1`;
  const slugs = { product: product?.slug ?? "", technician: technician?.slug ?? "" };
  const cart = JSON.stringify([{ ...product, old_price: null, image: null, quantity: 2 }]);
  const context = await browser.newContext({
    ...options,
    locale: "fr-FR",
    serviceWorkers: "block",
    reducedMotion: "reduce",
    storageState: await createCustomerStorage(shop.url),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript((text) => localStorage.setItem("cart", text), cart);
    const checkPath = async (path: string) => {
      await page.goto(shop.url + path);
      await waitForIdle(page);
      await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      // A signed-in customer is sent on from some screens: until then they may be empty.
      await softly.poll(() => check(page), path).toEqual([]);
    };
    for (const path of [...screens.map((screen) => toScreenPath(screen, slugs)), ...states])
      await checkPath(path);
    if (signedOut.length === 0) return;
    await page.evaluate(() => localStorage.clear());
    for (const path of signedOut) await checkPath(path);
  } finally {
    await context.close();
  }
}
