/**
 * The interface of a wishlist, wherever it is stored. Every method rejects when the list cannot be reached.
 */
import type { CardProduct } from "#app/lib/models/card-product.ts";

export interface WishlistPage {
  /** Latest addition first. */
  products: CardProduct[];
  /** The size of the whole list. */
  total: number;
}

export interface Wishlist {
  /** The ids of the products; each may occur twice while a merge is pending. */
  listIds(): Promise<readonly string[]>;
  add(productId: string): Promise<void>;
  remove(productId: string): Promise<void>;
  /** A page of the products, from this index on, counted from 0. */
  listProducts(from: number): Promise<WishlistPage>;
}
