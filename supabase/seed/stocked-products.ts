/**
 * The products in the order in which the demo shop received them. Categories and product types alternate, and
 * products marked as new came last, so that the catalogue, which shows the newest first, starts with a
 * mixture.
 */
import type { CategorySlug, Product } from "./data/types.ts";
import { stableFraction, stableId } from "./derive.ts";
import { productsByCategory } from "./products-by-category.ts";

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
        .map((product, index) => ({
          product,
          productType,
          images: listViews(product).map(
            (view) => `/pictures/${nameImage(productType, index, view)}-640.jpg`,
          ),
        }))
        .toSorted((a, b) => stableFraction(a.product.reference) - stableFraction(b.product.reference))
        .map((item, round) => ({ ...item, round: item.product.isNew ? -1 : round })),
    );
  return items.toSorted((a, b) => a.round - b.round);
}

/** The letters of a product's further views: `perceuse-1b` shows the same drill as `perceuse-1`. */
const furtherViews = ["b", "c", "d"];

/** One image of the product; a new or featured one also from other sides. */
export function listViews({ reference, isNew, isFeatured }: Product): string[] {
  if (!isNew && !isFeatured) return [""];
  return ["", ...furtherViews.slice(0, stableFraction(`pictures:${reference}`) < 0.1 ? 3 : 1)];
}

/** The name of a product's image, as its files have it. */
export const nameImage = (productType: string, index: number, view: string): string =>
  `${productType}-${index + 1}${view}`;
