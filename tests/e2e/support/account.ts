/** What the tests of the account start from: a customer who is signed in, with orders that the shop has taken. */
import type { Locator, Page } from "@playwright/test";
import { createOrder } from "../../support/orders.ts";
import type { Shop } from "../../support/shop.ts";
import type { Customer } from "./fixtures.ts";
import { asSession, expect, remember, signInOver } from "./shopper.ts";

export const ACCOUNT = "/account";
export const ORDERS = "/account?tab=commandes";
export const PROFILES = "**/rest/v1/profiles?*";
export const ORDERS_ASKED = "**/rest/v1/orders?*";

/** The account page, or another private one, of a customer who was signed in before. */
export async function openAs(page: Page, shop: Shop, customer: Customer, path = ACCOUNT): Promise<void> {
  await remember(page, asSession(await signInOver(shop, customer)));
  await page.goto(path);
}

/** The profile form has come, filled. */
export async function expectProfile(page: Page): Promise<void> {
  await expect(page.getByLabel("Prénom")).toHaveValue("Fatou");
}

export const card = (page: Page) => page.getByRole("complementary", { name: "Votre compte" });
export const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
export const toasts = (page: Page) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
export const orders = (page: Page) =>
  page.getByRole("region", { name: "Vos commandes" }).getByRole("listitem");

/** An order of this customer, as the shop itself computes it. */
export function orderFor({ sql }: Shop, customer: { id: string }, values: Parameters<typeof createOrder>[2]) {
  return createOrder(sql, customer, values);
}

/** Moves the focus by the Tab key, as somebody without a mouse does, until it is there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not lead to ${target}.`);
}
