/** Every screen in a narrow window, enlarged twice, and with letters twice as large: nothing is lost. */
import { type BrowserContextOptions, chromium } from "@playwright/test";
import { addressOf, registeredStorage, SCREENS } from "../../../bench/support/screens.ts";
import type { Shop } from "../../support/shop.ts";
import { layoutFaults } from "../layout-faults.ts";
import { expect, test } from "../storefront.ts";

/** Beside the screens of the bench: states of theirs with other texts. */
const STATES = ["/products?category=plomberie&inStock=true", "/products?search=zzzzzz", "/nexiste-pas"];

/** What the shop shows somebody who is signed in and has a filled cart, on every one of its screens. */
async function visit(shop: Shop, options: BrowserContextOptions, launchArguments: string[] = []) {
  const { launchOptions } = test.info().project.use;
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), ...launchArguments],
  });
  const [product] = await shop.sql<
    { id: string; slug: string; name: string; price: number; stock: number }[]
  >`
    select id, slug, name, price, stock from products where stock > 4 order by length(name) desc, id limit 1`;
  const [technician] = await shop.sql<{ slug: string }[]>`
    select slug from technicians order by length(description) desc, slug limit 1`;
  const slugs = { product: product?.slug ?? "", technician: technician?.slug ?? "" };
  const signedIn = await registeredStorage(shop.url);
  const cart = JSON.stringify([{ ...product, old_price: null, image: null, quantity: 2 }]);
  try {
    const context = await browser.newContext({
      ...options,
      locale: "fr-FR",
      serviceWorkers: "block",
      reducedMotion: "reduce",
      storageState: signedIn,
    });
    const page = await context.newPage();
    await page.addInitScript((text) => localStorage.setItem("cart", text), cart);
    for (const path of [...SCREENS.map((screen) => addressOf(screen, slugs)), ...STATES]) {
      await page.goto(shop.url + path, { waitUntil: "networkidle" });
      await page.evaluate(() => document.fonts.ready);
      expect.soft(await layoutFaults(page), path).toEqual([]);
    }
    // Whoever is signed in does not meet these two.
    await page.evaluate(() => localStorage.clear());
    for (const path of ["/login", "/login?tab=inscription"]) {
      await page.goto(shop.url + path, { waitUntil: "networkidle" });
      expect.soft(await layoutFaults(page), path).toEqual([]);
    }
  } finally {
    await browser.close();
  }
}

test.describe.configure({ timeout: 240_000 });

test("a window of 320 px", async ({ shop }) => {
  await visit(shop, { viewport: { width: 320, height: 640 } });
});

test("a window of 1,280 px at 200 %", async ({ shop }) => {
  await visit(shop, { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 });
});

for (const width of [360, 1280]) {
  test(`letters of twice the size in a window of ${width} px`, async ({ shop }) => {
    await visit(shop, { viewport: { width, height: 800 } }, ["--blink-settings=defaultFontSize=32"]);
  });
}
