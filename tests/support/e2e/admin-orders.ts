/** Locators for the order list of the admin. */
import type { Page } from "@playwright/test";
import { getListRows } from "./admin.ts";

export const getRow = (page: Page, { number }: { number: string }) =>
  getListRows(page).filter({ hasText: number });
export const getPanel = (page: Page, { number }: { number: string }) =>
  page.getByRole("region", { name: `Commande ${number}` });
export const getToggle = (page: Page, { number }: { number: string }) =>
  page.getByRole("button", { name: `Détails de la commande ${number}` });
