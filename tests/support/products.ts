/** Products of a test, and their rows in the database. */
import { randomUUID } from "node:crypto";
import type { Sql } from "#backend/core/database/database.ts";
import { createUniqueWord } from "./unique-word.ts";

export interface NewProduct {
  name?: string;
  description?: string;
  /** Whole francs. */
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
  /** A slug. */
  category?: string;
}

export interface StoredProduct {
  id: string;
  name: string;
  slug: string;
  price: number;
  old_price: number | null;
  image: string | null;
  stock: number;
}

/** Creates a product that is old enough not to appear on the first pages. */
export function createProduct(sql: Sql, values: NewProduct = {}): Promise<StoredProduct> {
  return insertProduct(sql, { price: 12_500, stock: 8, created_at: "2001-01-01", ...values });
}

/** The products of one test, identified by a unique word at the end of their names. */
export class TestProducts {
  /** A search for it finds these products and no others. */
  readonly uniqueWord = createUniqueWord();
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Creates a new arrival; the word follows its name. */
  add({ name = "Article", ...values }: NewProduct = {}): Promise<StoredProduct> {
    return insertProduct(this.#sql, {
      price: 10_000,
      stock: 20,
      ...values,
      name: `${name} ${this.uniqueWord}`,
    });
  }

  /** Adds products one after the other. */
  async addAll(...products: NewProduct[]): Promise<StoredProduct[]> {
    const added = [];
    for (const values of products) added.push(await this.add(values));
    return added;
  }

  /** Their stored rows, by name. */
  async list() {
    const rows = await this.#sql<
      { name: string; price: number; old_price: number | null; stock: number; is_new: boolean }[]
    >`
      select name, price, old_price, stock, is_new from products where name like ${`%${this.uniqueWord}`} order by name`;
    return [...rows];
  }

  async remove(): Promise<void> {
    await this.#sql`delete from products where name like ${`%${this.uniqueWord}`}`;
  }
}

async function insertProduct(
  sql: Sql,
  { category, specifications = {}, ...values }: NewProduct,
): Promise<StoredProduct> {
  const id = randomUUID();
  const row = {
    id,
    name: `Article ${id.slice(0, 8)}`,
    slug: `article-${id}`,
    specifications: sql.json(specifications),
    ...values,
  };
  const [product] = await sql<StoredProduct[]>`
    insert into products ${sql(row)}
    returning id, name, slug, price, old_price, image, stock`;
  if (!product) throw new Error("The product was not stored.");
  if (category) {
    await sql`update products set category_id = (select id from categories where slug = ${category}) where id = ${id}`;
  }
  return product;
}

/** The stored row of a product. */
export async function getStoredProduct(sql: Sql, id: string) {
  const [row] = await sql`select * from products where id = ${id}`;
  return row;
}

/** «0 /a.jpg *» for each image: its position, its URL, and `*` for the primary one. */
export async function listStoredImages(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql<{ display_order: number; image_url: string; is_primary: boolean }[]>`
    select display_order, image_url, is_primary from product_images where product_id = ${id} order by display_order`;
  return rows.map((row) => `${row.display_order} ${row.image_url}${row.is_primary ? " *" : ""}`);
}
