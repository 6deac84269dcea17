/**
 * What the public pages read over 250, 10,000 and 1,000,000 products: the functions of the screens, through rest, as a
 * visitor, and an order as a customer.
 */
import { randomUUID } from "node:crypto";
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
import { listFacets } from "#app/features/catalog/listing/facets.queries.ts";
import { listNearProducts, suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { countProducts, listSitemapProducts } from "#app/features/crawlers/sitemap.queries.ts";
import { getProductReviews } from "#app/features/reviews/review.queries.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { compareSizes, type Read, type SizedShop } from "#bench/support/compare-sizes.ts";
import { getCategoryId, getProductId } from "#bench/support/fill-shop.ts";
import { createOrderBody, pickProducts } from "#bench/support/orders.ts";
import type { BenchmarkResult } from "#bench/support/report.ts";

const LARGEST_CATEGORY = getCategoryId(1);
const SMALLEST_CATEGORY = getCategoryId(24);

const THREE_FACETS =
  "facet=couleur:gris&facet=couleur:noir&facet=matiere:inox&facet=matiere:laiton&facet=diametre:10-60";

const list =
  (query: string, category: string | null = null): Read =>
  (client) =>
    listProducts(client, parseCatalogFilters(new URLSearchParams(query)), category);

/** The list and the counts of its facets, as the page reads them. */
const faceted =
  (query: string, category: string | null = null): Read =>
  (client, shop) => {
    const filters = parseCatalogFilters(new URLSearchParams(query));
    return Promise.all([list(query, category)(client, shop), listFacets(client, filters, category)]);
  };

const READS: [name: string, read: Read][] = [
  ["catalogue", list("")],
  ["largest category", list("", LARGEST_CATEGORY)],
  ["smallest category", list("", SMALLEST_CATEGORY)],
  ["in stock", list("inStock=true")],
  ["new products", list("newOnly=true")],
  ["in stock, category and price", list("inStock=true&minPrice=50000", SMALLEST_CATEGORY)],
  ["page 400", list("page=400")],
  [
    "page 5,000, after the product before it",
    (client, shop) => list(`page=5000&after=${getProductId(Math.ceil(shop.products / 2))}`)(client, shop),
  ],
  ["by price", list("sort=price-asc")],
  ["by falling price, in stock, largest category", list("sort=price-desc&inStock=true", LARGEST_CATEGORY)],
  ["by rating, page 400", list("sort=rating&page=400")],
  [
    "by rating, page 5,000, after the product before it",
    (client, shop) =>
      list(`sort=rating&page=5000&after=${getProductId(Math.ceil(shop.products / 2))}`)(client, shop),
  ],
  ["catalogue with its facets", faceted("")],
  ["largest category with its facets", faceted("", LARGEST_CATEGORY)],
  ["one facet", faceted("facet=couleur:gris")],
  ["three facets and a price range", faceted(`${THREE_FACETS}&minPrice=1000&maxPrice=20000`)],
  [
    "three facets and a price range, largest category, by price",
    faceted(`${THREE_FACETS}&minPrice=1000&maxPrice=20000&sort=price-asc`, LARGEST_CATEGORY),
  ],
  [
    "a range of numbers, two facets and a price range",
    faceted("facet=diametre:20-60&facet=couleur:gris&facet=etanche:oui&minPrice=1000&maxPrice=20000"),
  ],
  [
    "facets without a match",
    faceted("facet=couleur:gris&facet=diametre:4&facet=diametre:6&facet=puissance:50"),
  ],
  ["promotions by price", (client) => listPromotions(client, 1, "price-asc")],
  ["promotions by rating, page 400", (client) => listPromotions(client, 400, "rating")],
  ["promotions", (client) => listPromotions(client, 1, null)],
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
  ["search for a word of one percent", list("search=palan")],
  ["search for a word of one percent, filtered", list("search=palan&inStock=true&minPrice=50000")],
  ["search for a word of one percent, page 20", list("search=palan&page=20")],
  ["search for a rare word", list("search=c4ca4238")],
  ["search without results", list("search=zzqqxx")],
  [
    "search without results, with the products near it",
    (client, shop) =>
      Promise.all([
        list("search=percuse+zzqqxx")(client, shop),
        listNearProducts(client, "percuse zzqqxx", 8),
      ]),
  ],
  ["suggestions, a frequent word", (client) => suggestProducts(client, "vis", null, 6)],
  ["suggestions, a word of every product", (client) => suggestProducts(client, "modele", null, 6)],
  ["suggestions, a mistake", (client) => suggestProducts(client, "percuse", null, 6)],
];

const ORDER: [name: string, read: Read] = [
  "an order of three lines",
  async (client, { ordered, shippingFee }) => {
    orders += 1;
    const body = createOrderBody(randomUUID(), pickProducts(ordered, orders, 3), {
      shipping: shippingFee,
      customer: orders % 10_000,
    });
    const order: Database["public"]["Tables"]["orders"]["Insert"] = JSON.parse(body);
    await client.from("orders").insert(order).throwOnError();
  },
];
let orders = 0;

export async function benchmarkCatalogLists(shops: SizedShop[], rounds: number): Promise<BenchmarkResult> {
  return {
    title: "What public pages read, over 1,000,000 products against 10,000",
    rows: [
      ...(await compareSizes(shops, READS, "visitor", rounds)),
      ...(await compareSizes(shops, [ORDER], "customer", rounds)),
    ],
  };
}
