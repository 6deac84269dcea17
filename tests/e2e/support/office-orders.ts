/** An order on its screen of the back office, and in the database. */
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { listRows } from "./office.ts";

export const rowOf = (page: Page, { number }: { number: string }) =>
  listRows(page).filter({ hasText: number });
export const panelOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("region", { name: `Commande ${number}` });
export const toggleOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Détails de la commande ${number}` });
export const finish = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Terminer la commande ${number}` });

/** What the database holds of an order. */
export async function storedOrder(shop: Shop, { id }: { id: string }) {
  const [order] = await shop.sql<{ status: string; cancellation_reason: string | null }[]>`
    select status, cancellation_reason from orders where id = ${id}`;
  return order;
}
