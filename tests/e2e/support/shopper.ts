/**
 * What the tests of buying start from: goods of a test's own, customers who have registered before, and a browser
 * that already holds a cart or a session. Nobody registers through the screen here: the shop allows an address
 * only so many registrations.
 */
import { expect, type Page, type Route } from "@playwright/test";
import { z } from "zod";
import { SESSION_KEY } from "../../../app/lib/stored-session.ts";
import { loadKeys } from "../../../backend/core/keys.ts";
import { type Account, createCustomer } from "../../support/accounts.ts";
import { asCart, asWishlist, cartLine } from "../../support/browser-storage.ts";
import { createProduct, type NewProduct, type StoredProduct } from "../../support/products.ts";
import type { Shop } from "../../support/shop.ts";
import { test as base, type Customer, forgive } from "./fixtures.ts";

export { asCart, asWishlist, cartLine, expect, forgive, SESSION_KEY, type StoredProduct };

interface Fixtures {
  /** Puts a product of this test's own on sale, old enough to stay off the first pages. */
  goods(values?: NewProduct): Promise<StoredProduct>;
  /** An account with a filled profile, signed in nowhere. */
  customer(): Promise<Account>;
}

export const test = base.extend<Fixtures>({
  goods: async ({ shop, undo }, use) => {
    const made: string[] = [];
    undo(() => shop.sql`delete from products where id = any (${made})`);
    await use(async (values) => {
      const goods = await createProduct(shop.sql, values);
      made.push(goods.id);
      return goods;
    });
  },
  customer: async ({ shop }, use) => {
    await use(() => createCustomer(shop.sql));
  },
});

/** An address of the shop without a page of its own, to set the browser's storage before the first one. */
const DOORSTEP = "/doorstep";

/** Local storage as an earlier visit left it; must come before the first page. */
export async function remember(page: Page, entries: Record<string, string>): Promise<void> {
  await page.route(`**${DOORSTEP}`, (route) =>
    route.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(DOORSTEP);
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, entries);
  await page.unroute(`**${DOORSTEP}`);
}

const sessionShape = z.looseObject({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Seconds since the epoch. */
  expires_at: z.number(),
});

/** A new session of this customer, as the browser keeps it. */
export async function signInOver(shop: Shop, { email, password }: Customer) {
  const { anonKey } = await loadKeys(shop.dataDir);
  const response = await fetch(`${shop.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: anonKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  expect(response.status).toBe(200);
  return sessionShape.parse(await response.json());
}

export function asSession(session: object): Record<string, string> {
  return { [SESSION_KEY]: JSON.stringify(session) };
}

export async function storedCart(page: Page) {
  const text = await page.evaluate(() => localStorage.getItem("cart"));
  const lines: { id: string; quantity: number; price: number; stock: number }[] = JSON.parse(text ?? "[]");
  return lines;
}

/** Asserts that an error of this kind was logged, and takes it off the list of the unexpected. */
export async function expectLogged(pageErrors: string[], what: RegExp): Promise<void> {
  await expect.poll(() => pageErrors.some((error) => what.test(error)), `logs ${what}`).toBe(true);
  forgive(pageErrors, what);
}

/** Francs as the shop writes them, whatever spaces it groups with. */
export function francs(amount: number): RegExp {
  return new RegExp(`${String(amount).replace(/\B(?=(\d{3})+$)/g, "\\s")}\\sXOF`);
}

/** Holds every request to an address until it is let through. */
export async function hold(page: Page, url: string | RegExp) {
  const held: Route[] = [];
  let open = false;
  await page.route(url, (route) => {
    if (open) return route.continue();
    held.push(route);
  });
  return {
    release: async () => {
      open = true;
      await Promise.all(held.splice(0).map((route) => route.continue()));
    },
  };
}

/** A signed-in customer at the checkout with this cart, the address filled in, ready to confirm. */
export async function atCheckout(
  page: Page,
  shop: Shop,
  customer: Customer,
  ...lines: ReturnType<typeof cartLine>[]
): Promise<void> {
  await remember(page, { ...asCart(...lines), ...asSession(await signInOver(shop, customer)) });
  await page.goto("/checkout");
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
  await page.getByLabel("Adresse").fill("Patte d'Oie, portail bleu en face de la pharmacie");
  await page.getByLabel("Ville").fill("Ouagadougou");
}

export const confirmButton = (page: Page) =>
  page.getByRole("button", { name: /Confirmer la commande|Traitement en cours/ });

/** The confirmation has come, and shows this order's number. */
export async function expectConfirmed(page: Page, order: { number: string } | undefined): Promise<void> {
  await expect(page).toHaveURL("/order-confirmation");
  await expect(page.getByText(order?.number ?? "no order")).toBeVisible();
}
