/**
 * What the storefront's tests share: goods of their own, tables that a visitor cannot read, and addresses that no
 * cache has kept. Whatever a test changes in its worker's shop is undone when it ends.
 */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { test as base, expect, forgive } from "./fixtures.ts";

interface NewProduct {
  /** Goes before the word that all goods of the test have in their names. */
  name?: string;
  description?: string;
  price?: number;
  old_price?: number;
  discount?: number;
  stock?: number;
  is_new?: boolean;
  is_featured?: boolean;
  image?: string;
  reference?: string;
  features?: string[];
  specifications?: Record<string, string>;
  more_info_url?: string;
  created_at?: string;
  category?: string;
}

interface StoredProduct {
  id: string;
  name: string;
  slug: string;
  price: number;
}

/** Products that exist as long as a test runs. */
class Goods {
  /** A word that stands in the names of these goods only: searching it finds them all. */
  readonly word = `essai-${randomUUID().slice(0, 8)}`;
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  async add({
    name = "Article",
    price = 10_000,
    category,
    specifications = {},
    ...values
  }: NewProduct): Promise<StoredProduct> {
    const { sql } = this.#shop;
    const id = randomUUID();
    const row = {
      id,
      name: `${name} ${this.word}`,
      slug: `${this.word}-${id}`,
      price,
      specifications: sql.json(specifications),
      ...values,
    };
    const [product] = await sql<StoredProduct[]>`
      insert into products ${sql(row)}
      returning id, name, slug, price`;
    if (!product) throw new Error("The product was not stored.");
    if (category) {
      await sql`update products set category_id = (select id from categories where slug = ${category}) where id = ${id}`;
    }
    return product;
  }

  async remove(): Promise<void> {
    await this.#shop.sql`delete from products where name like ${`%${this.word}`}`;
  }
}

interface Fixtures {
  goods: Goods;
  /** Keeps an action for the end of the test, whether it passes or not. */
  undo(action: () => Promise<unknown>): void;
  /** Takes a table away from visitors: every read of it fails, as a fault in the backend would make it. */
  refuse(table: string): Promise<void>;
  /** Shows visitors only the rows of a table that satisfy an SQL condition. */
  showOnly(table: string, condition: string): Promise<void>;
}

export const test = base.extend<Fixtures>({
  goods: async ({ shop }, use) => {
    const goods = new Goods(shop);
    await use(goods);
    await goods.remove();
  },
  undo: async ({ shop: _ }, use) => {
    const actions: (() => Promise<unknown>)[] = [];
    await use((action) => actions.push(action));
    for (const action of actions.reverse()) await action();
  },
  refuse: async ({ shop: { sql }, undo }, use) => {
    await use(async (table) => {
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.column_privileges
        where table_schema = 'public' and table_name = ${table} and grantee = 'anon' and privilege_type = 'SELECT'`;
      const readable = columns.map(({ name }) => name);
      await sql`revoke select on ${sql(table)} from anon`;
      undo(() => sql`grant select (${sql(readable)}) on ${sql(table)} to anon`);
    });
  },
  showOnly: async ({ shop: { sql }, undo }, use) => {
    await use(async (table, condition) => {
      await sql`
        create policy "shown in this test" on ${sql(table)} as restrictive for select to anon
        using (${sql.unsafe(condition)})`;
      undo(() => sql`drop policy "shown in this test" on ${sql(table)}`);
    });
  },
});

export { settled } from "./settled.ts";
export { expect, forgive };

/** The address with a parameter that nobody used before: its page is made anew. */
export function fresh(path: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}test=${randomUUID()}`;
}

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
