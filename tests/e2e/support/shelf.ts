/** What the tests of the back office's products start from: products of a test's own, found by one word. */
import type { Page } from "@playwright/test";
import { OwnProducts } from "../../support/products.ts";
import { test as base } from "./office.ts";

export { expect, expectScreen, francs, openOffice } from "./office.ts";

export const test = base.extend<{ shelf: OwnProducts }>({
  shelf: async ({ shop: { sql }, undo }, use) => {
    const shelf = new OwnProducts(sql);
    undo(() => shelf.remove());
    await use(shelf);
  },
});

/** The rows of the list, without its head. */
export const productRows = (page: Page) =>
  page
    .getByRole("table", { name: "Les produits" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
