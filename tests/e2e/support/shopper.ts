/**
 * What the tests of buying start from: goods of a test's own, customers who have registered before, and a browser
 * that already holds a cart or a session. Nobody registers through the screen here: the shop allows an address
 * only so many registrations.
 */
import { randomUUID } from "node:crypto";
import { expect, type Page, type Route } from "@playwright/test";
import { z } from "zod";
import { SESSION_KEY } from "../../../app/lib/stored-session.ts";
import { loadKeys } from "../../../backend/core/keys.ts";
import { insertAccount } from "../../support/accounts.ts";
import { createGoods, type Goods } from "../../support/goods.ts";
import type { Shop } from "../../support/shop.ts";
import { test as base, type Customer, forgive } from "./fixtures.ts";

export { expect, forgive, type Goods, SESSION_KEY };

interface Shelf {
  /** Puts a product of this test's own on sale, old enough to stay off the first pages. */
  goods(values?: Partial<Pick<Goods, "name" | "price" | "stock">>): Promise<Goods>;
  /** An account with a filled profile, signed in nowhere. */
  customer(): Promise<Customer & { id: string }>;
}

export const test = base.extend<Shelf>({
  goods: async ({ shop }, use) => {
    const made: string[] = [];
    await use(async (values) => {
      const goods = await createGoods(shop.sql, values);
      made.push(goods.id);
      return goods;
    });
    await shop.sql`delete from products where id = any (${made})`;
  },
  customer: async ({ shop }, use) => {
    await use(async () => {
      const data = { first_name: "Fatou", last_name: "Sawadogo", phone: "+22676543210" };
      return insertAccount(shop.sql, `cliente-${randomUUID().slice(0, 8)}@exemple.bf`, data);
    });
  },
});

/** An address of the shop without a page of its own, to set the browser's storage before the first one. */
const DOORSTEP = "/doorstep";

/** A line as the shop itself stores it. */
export function cartLine(goods: Goods, quantity = 1) {
  const { id, name, slug, price, old_price, image, stock } = goods;
  return { id, name, slug, price, old_price, image, stock, quantity };
}

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

export function asCart(...lines: unknown[]): { cart: string } {
  return { cart: JSON.stringify(lines) };
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

/** Hearts of a visitor, as the shop itself stores them. */
export function asWishlist(...goods: { id: string }[]): { wishlist: string } {
  return { wishlist: JSON.stringify({ version: 1, ids: goods.map(({ id }) => id) }) };
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

/** What Postgres holds of a customer's orders, oldest first. */
export function ordersOf(shop: Shop, customer: { id: string }) {
  return shop.sql<{ id: string; number: string; total_amount: number; items_count: number }[]>`
    select id, number, total_amount, items_count from orders where user_id = ${customer.id} order by created_at`;
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
