/** Helpers for the browser tests of the account: a signed-in customer with orders. */
import { expect, type Page } from "@playwright/test";
import { createOrder } from "#tests/support/orders.ts";
import type { Shop } from "#tests/support/shop.ts";
import { type Customer, setLocalStorage, signInOverApi, toSessionEntry } from "./customer.ts";

export const ACCOUNT_PATH = "/account";
export const ORDERS_PATH = "/account?tab=commandes";
export const PROFILES_URL = "**/rest/v1/profiles?*";
export const ORDERS_URL = "**/rest/v1/orders?*";

/** Opens the account page, or another private page, with a session of this customer. */
export async function openSignedIn(
  page: Page,
  shop: Shop,
  customer: Customer,
  path = ACCOUNT_PATH,
): Promise<void> {
  await setLocalStorage(page, toSessionEntry(await signInOverApi(shop, customer)));
  await page.goto(path);
}

/** Asserts that the profile form is loaded and filled. */
export async function expectProfile(page: Page): Promise<void> {
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
}

export const getAccountCard = (page: Page) => page.getByRole("complementary", { name: "Votre compte" });
export const getTab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const getOrders = (page: Page) =>
  page.getByRole("region", { name: "Vos commandes" }).getByRole("listitem");

/** An order of this customer, with its amounts computed by the database. */
export function createCustomerOrder(
  { sql }: Shop,
  customer: { id: string },
  values: Parameters<typeof createOrder>[2],
) {
  return createOrder(sql, customer, values);
}
