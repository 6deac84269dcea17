/**
 * The products in the order in which the demo shop received them. Categories and product types alternate, and
 * products marked as new came last, so that the catalogue, which shows the newest first, starts with a
 * mixture.
 */
import type { CategorySlug, Product } from "./data/types.ts";
import { stableFraction, stableId } from "./derive.ts";
import { assignImageBrands, productsByCategory } from "./products-by-category.ts";

/** The current time of the demo data: no row is newer. */
export const demoNow = Date.parse("2026-11-20T18:00:00Z");

const DAY_MS = 86_400_000;
const STOCKING_PERIOD_MS = 120 * DAY_MS;

export interface StockedProduct extends Product {
  id: string;
  categorySlug: CategorySlug;
  productType: string;
  /** The primary one first. */
  images: string[];
  /** Milliseconds since 1970. */
  receivedAt: number;
}

/** All products, the newest first. */
export function listStockedProducts(): StockedProduct[] {
  const queue = productsByCategory.flatMap(({ categorySlug, productTypes }) => {
    const items = interleaveTypes(productTypes);
    return items.map((item, index) => ({ ...item, categorySlug, place: (index + 0.5) / items.length }));
  });
  queue.sort((a, b) => a.place - b.place);
  return queue.map(({ product, categorySlug, productType, images }, index) => ({
    ...product,
    id: stableId("product", product.reference),
    categorySlug,
    productType,
    images,
    receivedAt:
      demoNow -
      Math.round(((index + 0.5 + stableFraction(product.reference) / 2) * STOCKING_PERIOD_MS) / queue.length),
  }));
}

interface StockItem {
  product: Product;
  productType: string;
  images: string[];
}

/** The products of a category: new ones first, then the product types in turn. */
function interleaveTypes(productTypes: Record<string, Product[]>): StockItem[] {
  const items = Object.entries(productTypes)
    .toSorted(([a], [b]) => stableFraction(a) - stableFraction(b))
    .flatMap(([productType, products]) =>
      products
        .map((product, index) => ({ product, productType, images: imagesOf(productType, products, index) }))
        .toSorted((a, b) => stableFraction(a.product.reference) - stableFraction(b.product.reference))
        .map((item, round) => ({ ...item, round: item.product.isNew ? -1 : round })),
    );
  return items.toSorted((a, b) => a.round - b.round);
}

/** One to four images: the product's own, then others of its product type with the same brand. */
function imagesOf(productType: string, products: Product[], index: number): string[] {
  const imageBrands = assignImageBrands(products);
  const count = 1 + Math.floor(stableFraction(`pictures:${products[index]?.reference}`) * 4);
  return imageBrands
    .map((brand, place) => ({
      brand,
      place,
      distance: (place - index + imageBrands.length) % imageBrands.length,
    }))
    .filter(({ brand }) => brand === imageBrands[index])
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ place }) => `/pictures/${productType}-${place + 1}-640.jpg`);
}
