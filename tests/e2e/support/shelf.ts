/** What the tests of the back office's products start from: products of a test's own, found by one word. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { test as base } from "./office.ts";

export { expect, expectLogged, expectScreen, forgive, francs, hold, openOffice } from "./office.ts";

interface NewProduct {
  /** Goes before the word. */
  name: string;
  reference?: string;
  price?: number;
  old_price?: number;
  stock?: number;
  is_new?: boolean;
  is_featured?: boolean;
  category?: string;
  created_at?: string;
}

export interface Shelf {
  /** In the names of all these products, and of no other. */
  word: string;
  add(...products: NewProduct[]): Promise<{ id: string; name: string; slug: string }[]>;
  /** What the database holds of them, by name. */
  rows(): Promise<
    { name: string; price: number; old_price: number | null; stock: number; is_new: boolean }[]
  >;
}

export const test = base.extend<{ shelf: Shelf }>({
  shelf: async ({ shop: { sql } }, use) => {
    const word = `rayon${randomUUID().slice(0, 8)}`;
    await use({
      word,
      add: async (...products) => {
        const made = [];
        for (const { category, name, ...values } of products) {
          const id = randomUUID();
          const row = {
            id,
            slug: `${word}-${id}`,
            price: 10_000,
            stock: 20,
            created_at: "2001-01-01",
            ...values,
          };
          await sql`insert into products ${sql({ ...row, name: `${name} ${word}` })}`;
          await sql`
            update products set category_id = (select id from categories where slug = ${category ?? null}) where id = ${id}`;
          made.push({ id, name: `${name} ${word}`, slug: row.slug });
        }
        return made;
      },
      rows: async () => [
        ...(await sql<
          { name: string; price: number; old_price: number | null; stock: number; is_new: boolean }[]
        >`
          select name, price, old_price, stock, is_new from products where name like ${`%${word}`} order by name`),
      ],
    });
    await sql`delete from products where name like ${`%${word}`}`;
  },
});

/** The rows of the list, without its head. */
export const productRows = (page: Page) =>
  page
    .getByRole("table", { name: "Les produits" })
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
