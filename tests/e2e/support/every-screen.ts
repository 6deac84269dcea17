/** Every screen of the shop for somebody who is signed in and has a filled cart: what holds everywhere is looked at here. */
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { addressOf, registeredStorage, SCREENS } from "../../../bench/support/screens.ts";
import type { Shop } from "../../support/shop.ts";

/** Beside the screens of the bench: states of theirs with other texts. */
const STATES = ["/products?category=plomberie&inStock=true", "/products?search=zzzzzz", "/nexiste-pas"];
const SIGNED_OUT = ["/login", "/login?tab=inscription"];

/** Collects the faults that `look` finds on each screen, and expects none; goods and technicians have long names. */
export async function lookAtEveryScreen(
  browser: Browser,
  shop: Shop,
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
      await page.goto(shop.url + path, { waitUntil: "networkidle" });
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await look(page), path).toEqual([]);
    };
    for (const path of [...SCREENS.map((screen) => addressOf(screen, slugs)), ...STATES]) await lookAt(path);
    await page.evaluate(() => localStorage.clear());
    for (const path of SIGNED_OUT) await lookAt(path);
  } finally {
    await context.close();
  }
}
