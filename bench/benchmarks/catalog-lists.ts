/** What the public pages read over 1,000,000 products against 10,000, as a visitor. */
import {
  getProductBySlug,
  listCountedCategories,
  listNewArrivals,
  listOffers,
  listProducts,
  listPromotions,
  listSimilarProducts,
} from "#app/features/catalog/catalog.queries.ts";
import { parseCatalogFilters } from "#app/features/catalog/listing/catalog-filters.ts";
import { suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { countProducts, listSitemapProducts } from "#app/features/crawlers/sitemap.queries.ts";
import { getProductReviews } from "#app/features/reviews/review.queries.ts";
import { compareSizes, type Read } from "#bench/support/compare-sizes.ts";
import { getCategoryId } from "#bench/support/fill-shop.ts";
import type { BenchmarkResult } from "#bench/support/report.ts";

const LARGEST_CATEGORY = getCategoryId(1);
const SMALLEST_CATEGORY = getCategoryId(24);

const list =
  (query: string, category: string | null = null): Read =>
  (client) =>
    listProducts(client, parseCatalogFilters(new URLSearchParams(query)), category);

const READS: [name: string, read: Read][] = [
  ["catalogue", list("")],
  ["largest category", list("", LARGEST_CATEGORY)],
  ["smallest category", list("", SMALLEST_CATEGORY)],
  ["in stock", list("inStock=true")],
  ["new products", list("newOnly=true")],
  ["in stock, category and price", list("inStock=true&minPrice=50000", SMALLEST_CATEGORY)],
  ["page 400", list("page=400")],
  ["promotions", (client) => listPromotions(client, 1)],
  ["categories", (client) => listCountedCategories(client)],
  ["home", (client) => Promise.all([listNewArrivals(client), listOffers(client)])],
  [
    "product page",
    async (client) => {
      const product = await getProductBySlug(client, "article-77");
      if (!product) throw new Error("The product does not exist.");
      return Promise.all([listSimilarProducts(client, product), getProductReviews(client, product, 1)]);
    },
  ],
  ["sitemap, its index", (client) => countProducts(client)],
  [
    "sitemap, a thousand products",
    (client) =>
      listSitemapProducts(
        client,
        "80000000-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
        1000,
      ),
  ],
  ["search for a frequent word", list("search=vis")],
  ["search for a rare word", list("search=c4ca4238")],
  ["search without results", list("search=zzqqxx")],
  ["suggestions, a frequent word", (client) => suggestProducts(client, "vis", 6)],
  ["suggestions, a word of every product", (client) => suggestProducts(client, "modele", 6)],
  ["suggestions, a mistake", (client) => suggestProducts(client, "percuse", 6)],
];

export async function benchmarkCatalogLists(rounds: number): Promise<BenchmarkResult> {
  return {
    title: "What public pages read, over 1,000,000 products against 10,000",
    rows: await compareSizes(READS, false, rounds),
  };
}
