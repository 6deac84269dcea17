/** How many rows of each kind a filled shop has. */

/** The numbers of rows. */
export interface ShopSize {
  products: number;
  /** Ten for each product that has variants. */
  variants: number;
  /** 24 families, or a tree of at least 625. */
  categories: number;
  brands: number;
  customers: number;
  orders: number;
  reviews: number;
  /** Of the messages, the quotes, the mails and the audit log each. */
  others: number;
}

/** A shop with as many rows of every kind, in a flat catalogue without variants. */
export function toShopSize(rows: number): ShopSize {
  return {
    products: rows,
    variants: 0,
    categories: 24,
    brands: 16,
    customers: rows,
    orders: rows,
    reviews: rows,
    others: rows,
  };
}
