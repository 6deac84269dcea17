/**
 * The goods in the order in which the demo shop received them. Families and kinds take turns, and what is marked
 * as new came last, so that the catalogue, which shows the newest first, opens on a mixture.
 */
import { electricite } from "./data/products/electricite.ts";
import { jardinage } from "./data/products/jardinage.ts";
import { materiaux } from "./data/products/materiaux.ts";
import { outilsElectriques } from "./data/products/outils-electriques.ts";
import { plomberie } from "./data/products/plomberie.ts";
import { quincaillerie } from "./data/products/quincaillerie.ts";
import type { Family, Product } from "./data/types.ts";
import { stableFraction, stableId } from "./derive.ts";

/** The demo shop stands still at this moment: nothing in it is younger. */
export const now = Date.parse("2026-11-20T18:00:00Z");

const DAY = 86_400_000;
const SPAN = 120 * DAY;
const PICTURES_OF_A_KIND = 6;

export interface StockedProduct extends Product {
  id: string;
  family: Family;
  kind: string;
  /** The primary one first. */
  pictures: string[];
  /** Milliseconds since 1970. */
  receivedAt: number;
}

const goods: { family: Family; kinds: Record<string, Product[]> }[] = [
  { family: "outils-electriques", kinds: outilsElectriques },
  { family: "materiaux", kinds: materiaux },
  { family: "plomberie", kinds: plomberie },
  { family: "electricite", kinds: electricite },
  { family: "quincaillerie", kinds: quincaillerie },
  { family: "jardinage", kinds: jardinage },
];

/** All products, the newest first. */
export function stockedProducts(): StockedProduct[] {
  const queue = goods.flatMap(({ family, kinds }) => {
    const items = inTurn(kinds);
    return items.map((item, index) => ({ ...item, family, place: (index + 0.5) / items.length }));
  });
  queue.sort((a, b) => a.place - b.place);
  return queue.map(({ product, family, kind, number }, index) => ({
    ...product,
    id: stableId("product", product.reference),
    family,
    kind,
    pictures: picturesOf(kind, number, product.reference),
    receivedAt:
      now - Math.round(((index + 0.5 + stableFraction(product.reference) / 2) * SPAN) / queue.length),
  }));
}

interface Item {
  product: Product;
  kind: string;
  /** Counted from 0 within the kind. */
  number: number;
}

/** A family's goods, what is new first, then one of each kind after the other until none is left. */
function inTurn(kinds: Record<string, Product[]>): Item[] {
  const items = Object.entries(kinds)
    .toSorted(([a], [b]) => stableFraction(a) - stableFraction(b))
    .flatMap(([kind, products]) =>
      products
        .map((product, number) => ({ product, kind, number }))
        .toSorted((a, b) => stableFraction(a.product.reference) - stableFraction(b.product.reference))
        .map((item, round) => ({ ...item, round: item.product.isNew ? -1 : round })),
    );
  return items.toSorted((a, b) => a.round - b.round);
}

/** One to four pictures: the product's own, then others of its kind. */
function picturesOf(kind: string, number: number, reference: string): string[] {
  const count = 1 + Math.floor(stableFraction(`pictures:${reference}`) * 4);
  return Array.from({ length: count }, (_, index) => {
    const picture = ((number + index) % PICTURES_OF_A_KIND) + 1;
    return `/pictures/${kind}-${picture}-640.jpg`;
  });
}
