/** The largest values of a product, which are those of the database. */

/** In whole francs. */
export const MAX_PRICE = 100_000_000;
/** In pieces. */
export const MAX_STOCK = 999_999_999;
/** In grams. */
export const MAX_WEIGHT = 10_000_000;
/** In steps. */
export const MAX_MINIMUM_QUANTITY = 100_000;
