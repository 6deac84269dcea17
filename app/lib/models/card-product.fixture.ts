import type { CardProduct } from "./card-product.ts";

/** A product whose name and slug are its id, with one piece for 1,000 francs. */
export const createCardProduct = (id: string, values: Partial<CardProduct> = {}): CardProduct => ({
  id,
  name: id,
  slug: id,
  price: 1000,
  old_price: null,
  discount: null,
  image: null,
  rating: 0,
  review_count: 0,
  brand: null,
  is_new: false,
  stock: 1,
  in_stock: true,
  ...values,
});
