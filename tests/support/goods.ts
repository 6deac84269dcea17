/** A product of a test's own. */
import { randomUUID } from "node:crypto";
import type { Sql } from "../../backend/core/database.ts";

export interface Goods {
  id: string;
  name: string;
  slug: string;
  /** Whole francs. */
  price: number;
  old_price: number | null;
  image: string | null;
  stock: number;
}

/** Puts a product on sale, old enough to stay off the first pages. */
export async function createGoods(
  sql: Sql,
  { name, price = 12_500, stock = 8 }: Partial<Pick<Goods, "name" | "price" | "stock">> = {},
): Promise<Goods> {
  const id = randomUUID();
  const goods = {
    id,
    name: name ?? `Article ${id.slice(0, 8)}`,
    slug: `article-${id}`,
    price,
    stock,
  };
  await sql`insert into products ${sql({ ...goods, created_at: "2001-01-01" })}`;
  return { ...goods, old_price: null, image: null };
}
