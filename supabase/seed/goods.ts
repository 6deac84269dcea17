/** The goods by family and kind, and which maker's name stands on which of a kind's six pictures. */
import { electricite } from "./data/products/electricite.ts";
import { jardinage } from "./data/products/jardinage.ts";
import { materiaux } from "./data/products/materiaux.ts";
import { outilsElectriques } from "./data/products/outils-electriques.ts";
import { plomberie } from "./data/products/plomberie.ts";
import { quincaillerie } from "./data/products/quincaillerie.ts";
import type { BrandSlug, Family, Product } from "./data/types.ts";

const PICTURES_OF_A_KIND = 6;

export const goods: { family: Family; kinds: Record<string, Product[]> }[] = [
  { family: "outils-electriques", kinds: outilsElectriques },
  { family: "materiaux", kinds: materiaux },
  { family: "plomberie", kinds: plomberie },
  { family: "electricite", kinds: electricite },
  { family: "quincaillerie", kinds: quincaillerie },
  { family: "jardinage", kinds: jardinage },
];

/**
 * The maker on picture 1 to 6 of a kind, given the kind's products: each product's own, and on the pictures that
 * are left the maker who is shown least. Undefined where the goods carry no name.
 */
export function makersOfPictures(products: Product[]): (BrandSlug | undefined)[] {
  const makers = products.map((product) => product.brand);
  const candidates = [...new Set(makers)];
  while (makers.length < PICTURES_OF_A_KIND) {
    const shown = candidates.map((maker) => makers.filter((other) => other === maker).length);
    makers.push(candidates[shown.indexOf(Math.min(...shown))]);
  }
  return makers;
}
