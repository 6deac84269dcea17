/** The products by category and product type, and the brand on each of a product type's six images. */
import { electricite } from "./data/products/electricite.ts";
import { jardinage } from "./data/products/jardinage.ts";
import { materiaux } from "./data/products/materiaux.ts";
import { outilsElectriques } from "./data/products/outils-electriques.ts";
import { plomberie } from "./data/products/plomberie.ts";
import { quincaillerie } from "./data/products/quincaillerie.ts";
import type { BrandSlug, CategorySlug, Product } from "./data/types.ts";

const IMAGES_PER_TYPE = 6;

interface CategoryProducts {
  categorySlug: CategorySlug;
  productTypes: Record<string, Product[]>;
}

export const productsByCategory: CategoryProducts[] = [
  { categorySlug: "outils-electriques", productTypes: outilsElectriques },
  { categorySlug: "materiaux", productTypes: materiaux },
  { categorySlug: "plomberie", productTypes: plomberie },
  { categorySlug: "electricite", productTypes: electricite },
  { categorySlug: "quincaillerie", productTypes: quincaillerie },
  { categorySlug: "jardinage", productTypes: jardinage },
];

/**
 * The brands on images 1 to 6 of a product type: first the brand of each product, then, on the remaining
 * images, the brand that is shown least. Undefined for products without a brand.
 */
export function assignImageBrands(products: Product[]): (BrandSlug | undefined)[] {
  const imageBrands = products.map((product) => product.brand);
  const candidates = [...new Set(imageBrands)];
  while (imageBrands.length < IMAGES_PER_TYPE) {
    const shown = candidates.map((brand) => imageBrands.filter((other) => other === brand).length);
    imageBrands.push(candidates[shown.indexOf(Math.min(...shown))]);
  }
  return imageBrands;
}
