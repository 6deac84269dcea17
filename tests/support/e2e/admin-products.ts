/** Locators for the product list of the admin. */
import type { Page } from "@playwright/test";

/** The rows of the list, without its header row. */
export const getProductRows = (page: Page) =>
  page
    .getByRole("table", { name: "Les produits" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
