/**
 * What the storefront's tests share: goods of their own, tables that a visitor cannot read, and addresses that no
 * cache has kept. Whatever a test changes in its worker's shop is undone when it ends.
 */
import type { Page } from "@playwright/test";
import { OwnProducts } from "../../support/products.ts";
import { refuse, showOnly } from "../../support/visitors.ts";
import { test as base, expect, forgive } from "./fixtures.ts";

interface Fixtures {
  goods: OwnProducts;
  /** Takes a table away from visitors: every read of it fails, as a fault in the backend would make it. */
  refuse(table: string): Promise<void>;
  /** Shows visitors only the rows of a table that satisfy an SQL condition. */
  showOnly(table: string, condition: string): Promise<void>;
}

export const test = base.extend<Fixtures>({
  goods: async ({ shop, undo }, use) => {
    const goods = new OwnProducts(shop.sql);
    undo(() => goods.remove());
    await use(goods);
  },
  refuse: async ({ shop, undo }, use) => {
    await use(async (table) => undo(await refuse(shop.sql, table)));
  },
  showOnly: async ({ shop, undo }, use) => {
    await use(async (table, condition) => undo(await showOnly(shop.sql, table, condition)));
  },
});

export { fresh } from "../../support/fresh.ts";
export { settled } from "./settled.ts";
export { expect, forgive };

/** Lets requests of this kind wait until the returned function is called. */
export async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The data of a page, as the application asks for it on the way there. */
export const DATA = /\.data(\?|$)/;

/** What the browser logs when a document or a picture answers with an error. */
export const FAILED_LOAD = /^Failed to load resource/;
