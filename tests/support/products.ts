/** Products that a test puts on sale, found by a word that stands in the names of no others. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/core/database.ts";

export interface NewProduct {
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
  /** A slug. */
  category?: string;
}

export interface AddedProduct {
  id: string;
  name: string;
  slug: string;
  price: number;
  old_price: number | null;
  image: string | null;
  stock: number;
}

/** A word to put into the names of products. */
export const newWord = () => `essai-${randomUUID().slice(0, 8)}`;

export async function addProduct(
  sql: Sql,
  { name = "Article", category, specifications = {}, ...values }: NewProduct = {},
): Promise<AddedProduct> {
  const id = randomUUID();
  const row = {
    id,
    name,
    slug: `article-${id}`,
    price: 10_000,
    specifications: sql.json(specifications),
    ...values,
  };
  const [product] = await sql<AddedProduct[]>`
    insert into products ${sql(row)}
    returning id, name, slug, price, old_price, image, stock`;
  if (!product) throw new Error("The product was not stored.");
  if (category) {
    await sql`update products set category_id = (select id from categories where slug = ${category}) where id = ${id}`;
  }
  return product;
}
