/**
 * The screens of the shop for somebody who is signed in and has a filled cart: what holds everywhere is looked at here.
 * A walk leads past some of them.
 */
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { addressOf, registeredStorage, SCREENS } from "../../../bench/support/screens.ts";
import { shortOrLong } from "../../support/long.ts";
import type { Shop } from "../../support/shop.ts";
import { settled } from "./settled.ts";

type Screen = (typeof SCREENS)[number];

/** One screen of each kind of layout. */
const SAMPLE = new Set([
  "/",
  "/products",
  "/product/:product",
  "/cart",
  "/checkout",
  "/account?tab=commandes",
  "/technician/:technician",
  "/request-quote",
  "/terms",
]);

/** Beside the screens of the bench: states of theirs with other texts. */
const STATES = ["/products?category=plomberie&inStock=true", "/products?search=zzzzzz", "/nexiste-pas"];
const SIGNED_OUT = ["/login", "/login?tab=inscription"];

interface Walk {
  /** For the titles of tests. */
  name: string;
  screens: readonly Screen[];
  states: readonly string[];
  signedOut: readonly string[];
}

const sample: Walk = {
  name: "a sample of screens",
  screens: SCREENS.filter(({ path }) => SAMPLE.has(path)),
  states: [],
  signedOut: ["/login?tab=inscription"],
};

function wholeWalks(): Walk[] {
  const length = 8;
  const walks: Walk[] = [];
  for (let first = 0; first < SCREENS.length; first += length) {
    const screens = SCREENS.slice(first, first + length);
    const name = `from ${screens.at(0)?.path} to ${screens.at(-1)?.path}`;
    walks.push({ name, screens, states: [], signedOut: [] });
  }
  return [...walks, { name: "other states", screens: [], states: STATES, signedOut: SIGNED_OUT }];
}

/** Past all screens. */
export const ALL_WALKS: readonly Walk[] = wholeWalks();

/** Past a sample of the screens in the short form of the tests. */
export const WALKS: readonly Walk[] = shortOrLong([sample], ALL_WALKS);

/** Collects the faults that `look` finds on each screen, and expects none; goods and technicians have long names. */
export async function lookAtScreens(
  { screens, states, signedOut }: Walk,
  { browser, shop }: { browser: Browser; shop: Shop },
  options: BrowserContextOptions,
  look: (page: Page) => Promise<string[]>,
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
    storageState: await registeredStorage(shop.url),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript((text) => localStorage.setItem("cart", text), cart);
    const lookAt = async (path: string) => {
      await page.goto(shop.url + path);
      await settled(page);
      await expect(page.locator(".skeleton").filter({ visible: true })).toHaveCount(0);
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await look(page), path).toEqual([]);
    };
    for (const path of [...screens.map((screen) => addressOf(screen, slugs)), ...states]) await lookAt(path);
    if (signedOut.length === 0) return;
    await page.evaluate(() => localStorage.clear());
    for (const path of signedOut) await lookAt(path);
  } finally {
    await context.close();
  }
}
