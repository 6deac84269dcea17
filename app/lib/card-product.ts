import type { Database } from "./database.types.ts";

/** What a product's card shows, and no column more: lists are most of the shop's traffic. Prices are whole francs. */
export type CardProduct = Pick<
  Database["public"]["Tables"]["products"]["Row"],
  | "id"
  | "name"
  | "slug"
  | "price"
  | "old_price"
  | "discount"
  | "image"
  | "rating"
  | "review_count"
  | "is_new"
  | "stock"
>;
