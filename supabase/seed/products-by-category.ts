/** The products by category and product type. */
import { electricite } from "./data/products/electricite.ts";
import { jardinage } from "./data/products/jardinage.ts";
import { materiaux } from "./data/products/materiaux.ts";
import { outilsElectriques } from "./data/products/outils-electriques.ts";
import { plomberie } from "./data/products/plomberie.ts";
import { quincaillerie } from "./data/products/quincaillerie.ts";
import type { CategorySlug, Product } from "./data/types.ts";

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
