/** What a wishlist can do, wherever it is kept. Everything rejects when the list cannot be reached. */
import type { Database } from "../../lib/database.types.ts";

/** What a card shows of a product. */
export type WishedProduct = Pick<
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

export interface WishlistPage {
  /** Newest wish first. */
  products: WishedProduct[];
  /** How many there are in all. */
  total: number;
}

export interface Wishlist {
  listIds(): Promise<readonly string[]>;
  add(productId: string): Promise<void>;
  remove(productId: string): Promise<void>;
  /** The products from this place on, counted from 0. */
  listProducts(from: number): Promise<WishlistPage>;
}
