/** What the tests of the account start from: a customer who is signed in, with orders that the shop has taken. */
import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { z } from "zod";
import type { Shop } from "../../support/shop.ts";
import type { Customer } from "./fixtures.ts";
import { asSession, expect, type Goods, remember, signInOver } from "./shopper.ts";

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
export const errorToast = (page: Page) =>
  page.getByRole("region", { name: "Notifications" }).getByRole("alert");
export const orders = (page: Page) =>
  page.getByRole("region", { name: "Vos commandes" }).getByRole("listitem");

const stored = z.object({
  id: z.string(),
  number: z.string(),
  total_amount: z.number(),
  items_count: z.number(),
});

interface OrderValues {
  lines: { goods: Goods; quantity: number }[];
  status: string;
  cancellation_reason: string;
  notes: string;
  /** ISO text. */
  created_at: string;
}

/** An order of this customer, as the shop itself computes it. */
export async function orderFor(
  { sql }: Shop,
  customer: { id: string },
  {
    lines,
    status = "pending",
    notes = "",
    created_at,
    cancellation_reason,
  }: Partial<OrderValues> & Pick<OrderValues, "lines">,
) {
  const items = lines.map(({ goods, quantity }) => ({ id: goods.id, quantity }));
  const [order] = await sql`
    insert into orders ${sql({
      id: randomUUID(),
      user_id: customer.id,
      customer_name: "Fatou Sawadogo",
      customer_phone: "+22676543210",
      items_count: 1,
      status,
      notes,
      cancellation_reason: cancellation_reason ?? null,
      created_at: created_at ?? new Date().toISOString(),
      shipping_address: sql.json({ address: "Patte d'Oie, portail bleu", city: "Ouagadougou" }),
      payment_info: sql.json({ method: "cod", items }),
      total_amount: null,
    })}
    returning id, number, total_amount, items_count`;
  return stored.parse(order);
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
