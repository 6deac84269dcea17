/**
 * What a page may announce as a reduction. It is counted from the lowest price of the 30 days before it, which the
 * database keeps, so that no price is raised for its sake.
 */

interface ReducedProduct {
  price: number;
  old_price: number | null;
  /** Percent, as the database derives it from the two prices, or free without an old price. */
  discount: number | null;
  /** Null where nothing is known of the time before. */
  lowest_price?: number | null;
}

interface Reduction {
  old_price: number | null;
  discount: number | null;
}

export function getReduction({ price, old_price, discount, lowest_price }: ReducedProduct): Reduction {
  if (old_price === null || lowest_price == null || lowest_price >= old_price) return { old_price, discount };
  if (lowest_price <= price) return { old_price: null, discount: null };
  return { old_price: lowest_price, discount: Math.round((100 * (lowest_price - price)) / lowest_price) };
}
