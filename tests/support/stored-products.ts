/** What the database holds of a product. */
import type { Sql } from "../../backend/core/database.ts";

export async function storedProduct(sql: Sql, id: string) {
  const [row] = await sql`select * from products where id = ${id}`;
  return row;
}

/** «0 /a.jpg *» for each image: its place, its address, the mark of the primary one. */
export async function storedImages(sql: Sql, id: string): Promise<string[]> {
  const rows = await sql<{ display_order: number; image_url: string; is_primary: boolean }[]>`
    select display_order, image_url, is_primary from product_images where product_id = ${id} order by display_order`;
  return rows.map((row) => `${row.display_order} ${row.image_url}${row.is_primary ? " *" : ""}`);
}
