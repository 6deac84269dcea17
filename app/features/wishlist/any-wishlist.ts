/** What a wishlist can do, wherever it is kept. Everything rejects when the list cannot be reached. */
import type { CardProduct } from "../../lib/card-product.ts";

export interface WishlistPage {
  /** Newest wish first. */
  products: CardProduct[];
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
