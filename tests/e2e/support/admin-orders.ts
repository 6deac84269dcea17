/** An order on its screen of the back office. */
import type { Page } from "@playwright/test";
import { listRows } from "./office.ts";

export const rowOf = (page: Page, { number }: { number: string }) =>
  listRows(page).filter({ hasText: number });
export const panelOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("region", { name: `Commande ${number}` });
export const toggleOf = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Détails de la commande ${number}` });
