/**
 * The goods in the order in which the demo shop received them. Families and kinds take turns, and what is marked
 * as new came last, so that the catalogue, which shows the newest first, opens on a mixture.
 */
import type { Family, Product } from "./data/types.ts";
import { stableFraction, stableId } from "./derive.ts";
import { goods, makersOfPictures } from "./goods.ts";

/** The demo shop stands still at this moment: nothing in it is younger. */
export const now = Date.parse("2026-11-20T18:00:00Z");

const DAY = 86_400_000;
const SPAN = 120 * DAY;

export interface StockedProduct extends Product {
  id: string;
  family: Family;
  kind: string;
  /** The primary one first. */
  pictures: string[];
  /** Milliseconds since 1970. */
  receivedAt: number;
}

/** All products, the newest first. */
export function stockedProducts(): StockedProduct[] {
  const queue = goods.flatMap(({ family, kinds }) => {
    const items = inTurn(kinds);
    return items.map((item, index) => ({ ...item, family, place: (index + 0.5) / items.length }));
  });
  queue.sort((a, b) => a.place - b.place);
  return queue.map(({ product, family, kind, pictures }, index) => ({
    ...product,
    id: stableId("product", product.reference),
    family,
    kind,
    pictures,
    receivedAt:
      now - Math.round(((index + 0.5 + stableFraction(product.reference) / 2) * SPAN) / queue.length),
  }));
}

interface Item {
  product: Product;
  kind: string;
  pictures: string[];
}

/** A family's goods, what is new first, then one of each kind after the other until none is left. */
function inTurn(kinds: Record<string, Product[]>): Item[] {
  const items = Object.entries(kinds)
    .toSorted(([a], [b]) => stableFraction(a) - stableFraction(b))
    .flatMap(([kind, products]) =>
      products
        .map((product, index) => ({ product, kind, pictures: picturesOf(kind, products, index) }))
        .toSorted((a, b) => stableFraction(a.product.reference) - stableFraction(b.product.reference))
        .map((item, round) => ({ ...item, round: item.product.isNew ? -1 : round })),
    );
  return items.toSorted((a, b) => a.round - b.round);
}

/** One to four pictures: the product's own, then others of its kind that show the same maker. */
function picturesOf(kind: string, products: Product[], index: number): string[] {
  const makers = makersOfPictures(products);
  const count = 1 + Math.floor(stableFraction(`pictures:${products[index]?.reference}`) * 4);
  return makers
    .map((maker, place) => ({ maker, place, distance: (place - index + makers.length) % makers.length }))
    .filter(({ maker }) => maker === makers[index])
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ place }) => `/pictures/${kind}-${place + 1}-640.jpg`);
}
