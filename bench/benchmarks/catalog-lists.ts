/**
 * What the public pages read over 10,000 and 1,000,000 products: the functions of their loaders, through rest, as a
 * visitor, and an order as a customer.
 */
import { randomUUID } from "node:crypto";
import {
  findBrandSlug,
  getBrandBySlug,
  listBrandProducts,
} from "#app/features/catalog/brands/brand.queries.ts";
import {
  countMatchingProducts,
  listCatalog,
  listNewArrivals,
  listOffers,
  listProducts,
  listPromotions,
} from "#app/features/catalog/catalog.queries.ts";
import {
  getCategoryBySlug,
  listCountedCategories,
} from "#app/features/catalog/categories/categories.queries.ts";
import { getCategoryBranch } from "#app/features/catalog/categories/category-branch.queries.ts";
import {
  type CatalogFilters,
  parseCatalogFilters,
  parseListParams,
} from "#app/features/catalog/listing/catalog-filters.ts";
import { listUnknownFacets } from "#app/features/catalog/listing/facets.queries.ts";
import { LIST_SORTS } from "#app/features/catalog/listing/product-sort.ts";
import { listNearProducts, suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import { listBoughtTogether } from "#app/features/catalog/product/bought-together.queries.ts";
import {
  getProductBySlug,
  getProductVariants,
  listSimilarProducts,
} from "#app/features/catalog/product/product.queries.ts";
import { listBrands, listTestimonials } from "#app/features/content/content.queries.ts";
import { countProducts, listSitemapProducts } from "#app/features/crawlers/sitemap.queries.ts";
import { listProductParts, parseProductPart } from "#app/features/crawlers/sitemap.ts";
import { getProductReviews } from "#app/features/reviews/review.queries.ts";
import { listAttributesOf } from "#app/lib/models/attributes.queries.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { compareSizes, type Read, type ReadCase, type SizedShop } from "#bench/support/compare-sizes.ts";
import type { BenchmarkResult } from "#bench/support/report.ts";
import { collect } from "#harness/collect.ts";
import { getProductId } from "#harness/fill-shop.ts";
import { createOrderBody, pickProducts } from "#harness/orders.ts";

/** The largest and the smallest family, each with the categories below it, and one of the lowest level. */
const CATEGORIES = [
  ["the largest family", "rayon-1"],
  ["the smallest family", "rayon-24"],
  ["a category of the lowest level", "rayon-625"],
] as const;
/** The one with the most products, and one with few. */
const BRANDS = [
  ["the largest brand", "aquanova"],
  ["a small brand", "yedor"],
] as const;
const ORDERS = ["", ...LIST_SORTS.map((sort) => `sort=${sort}`)];
const toOrderName = (order: string) => (order === "" ? "the newest first" : order.replace("sort=", "by "));

const THREE_FACETS =
  "facet=couleur:gris&facet=couleur:noir&facet=matiere:inox&facet=matiere:laiton&facet=diametre:10-60&minPrice=1000&maxPrice=20000";

/** As the loader of /products. */
const catalogue =
  (query: string): Read =>
  async (client) => {
    const filters = parseCatalogFilters(new URLSearchParams(query));
    const [category] = await Promise.all([
      getCategoryBySlug(client, filters.category),
      listUnknownFacets(client, filters.facets),
    ]);
    const id = category?.id ?? null;
    const [{ page, facets }] = await Promise.all([
      listCatalog(client, filters, id),
      category && getCategoryBranch(client, filters.category),
    ]);
    if (!page.ok || !facets.ok) throw new Error("The list failed.");
    if (filters.search !== "" && page.value.total === 0) await listNearProducts(client, filters.search, 8);
  };

/** As the loader of /category/…. */
const category =
  (slug: string, query: string): Read =>
  async (client, shop) => {
    const branch = await getCategoryBranch(client, slug);
    await listProducts(client, toList(query, shop), branch?.category.id ?? null);
  };

/** As the loader of /brands/…. */
const brand =
  (slug: string, query: string): Read =>
  async (client, shop) => {
    const { name_key } = (await getBrandBySlug(client, slug)) ?? { name_key: null };
    await listBrandProducts(client, name_key, toList(query, shop));
  };

/** The product before a keyed page is the one in the middle of the shop. */
const toMiddle = ({ products }: SizedShop) => getProductId(Math.ceil(products / 2));
const toList = (query: string, shop: SizedShop): CatalogFilters =>
  parseListParams(new URLSearchParams(query.replace("MIDDLE", toMiddle(shop))));

/** As the loader of /product/…. */
const product =
  (slug: string): Read =>
  async (client) => {
    const found = await getProductBySlug(client, slug);
    if (!found) throw new Error("The product does not exist.");
    await Promise.all([
      getProductVariants(client, found, null),
      listSimilarProducts(client, found),
      listBoughtTogether(client, found.id),
      getProductReviews(client, found, 1),
      findBrandSlug(client, found.brand_key),
      listAttributesOf(client, [found]),
    ]);
  };

const total =
  (query: string): Read =>
  async (client) => {
    const filters = parseCatalogFilters(new URLSearchParams(query));
    const found = await getCategoryBySlug(client, filters.category);
    await countMatchingProducts(client, filters, found?.id ?? null);
  };

type Named = [metric: string, read: Read];
const toCases = (target: number, reads: Named[], maxP99?: number): ReadCase[] =>
  reads.map(([metric, read]) => ({ metric, read, target, ...(maxP99 !== undefined && { maxP99 }) }));

const FIRST_PAGES = toCases(2, [
  ...ORDERS.flatMap((order): Named[] => {
    const name = toOrderName(order);
    return [
      [`catalogue, ${name}`, catalogue(order)],
      ...CATEGORIES.map(([kind, slug]): Named => [`${kind}, ${name}`, category(slug, order)]),
      ...BRANDS.map(([kind, slug]): Named => [`${kind}, ${name}`, brand(slug, order)]),
    ];
  }),
  ["catalogue, in stock", catalogue("inStock=true")],
  ["catalogue, new products", catalogue("newOnly=true")],
  ["promotions", (client) => listPromotions(client, 1, null)],
  ["promotions by price", (client) => listPromotions(client, 1, "price-asc")],
  ["categories", (client) => listCountedCategories(client)],
]);

const FACETED_PAGES = toCases(3, [
  ...ORDERS.flatMap((order): Named[] => [
    [`three facets and a price range, ${toOrderName(order)}`, catalogue(`${THREE_FACETS}&${order}`)],
    [
      `three facets and a price range, the largest family, ${toOrderName(order)}`,
      catalogue(`category=rayon-1&${THREE_FACETS}&${order}`),
    ],
  ]),
  [
    "three facets and a price range, a category of the lowest level",
    catalogue(`category=rayon-625&${THREE_FACETS}`),
  ],
  [
    "a brand, two facets and a price range",
    catalogue("facet=marque:aquanova&facet=couleur:gris&facet=etanche:oui&minPrice=1000&maxPrice=20000"),
  ],
  [
    "facets without a match",
    catalogue("facet=couleur:gris&facet=diametre:4&facet=diametre:6&facet=puissance:50"),
  ],
]);

const DEEP_PAGES = toCases(3, [
  ...ORDERS.flatMap((order): Named[] => [
    [
      `page 1,000 of the catalogue after the product before it, ${toOrderName(order)}`,
      (client, shop) => catalogue(`page=1000&after=${toMiddle(shop)}&${order}`)(client, shop),
    ],
    [
      `page 1,000 of the largest family after the product before it, ${toOrderName(order)}`,
      category("rayon-1", `page=1000&after=MIDDLE&${order}`),
    ],
  ]),
  [
    "page 1,000 of the largest brand after the product before it",
    brand("aquanova", "page=1000&after=MIDDLE"),
  ],
  ["page 400 of the catalogue by its number", catalogue("page=400")],
  ["page 1,000 by its number, which is page 417", catalogue("page=1000")],
  ["page 1,000 with three facets", catalogue(`${THREE_FACETS}&page=1000`)],
  ["page 20 of a search", catalogue("search=palan&page=20")],
  ["total of the catalogue", total("")],
  ["total of the largest family", total("category=rayon-1")],
  ["total with three facets and a price range", total(THREE_FACETS)],
  ["total in stock below 20,000 francs", total("inStock=true&maxPrice=20000")],
  ["total of a search", total("search=vis")],
]);

const TYPED = "robinet laiton";
const SEARCHES = toCases(
  3,
  [
    ...Array.from({ length: TYPED.length - 1 }, (_, index) => TYPED.slice(0, index + 2))
      .filter((typed) => !typed.endsWith(" "))
      .map(
        (typed): Named => [`suggestions, «${typed}»`, (client) => suggestProducts(client, typed, null, 6)],
      ),
    ["suggestions, a word of every product", (client) => suggestProducts(client, "modele", null, 6)],
    ["suggestions, a mistake", (client) => suggestProducts(client, "percuse", null, 6)],
    ["suggestions, a synonym with a size", (client) => suggestProducts(client, "tuyau pvc 12", null, 6)],
    ["search page, a frequent word", catalogue("search=vis")],
    ["search page, a word of one percent", catalogue("search=palan")],
    ["search page, a word of one percent, filtered", catalogue("search=palan&inStock=true&minPrice=50000")],
    ["search page, two words", catalogue("search=robinet+laiton")],
    ["search page, two words in a category", catalogue("search=robinet+laiton&category=rayon-1")],
    ["search page, by price", catalogue("search=vis&sort=price-asc")],
    ["search page, a model", catalogue("search=qgqngdf7")],
    ["search page, a reference", catalogue("search=REF-4242")],
    ["search page, the reference of a variant", catalogue("search=V10-3")],
    ["search page, a mistake", catalogue("search=percuse")],
    ["search page, a word that no product has", catalogue("search=percuse+zzqqxx")],
  ],
  50,
);

const PRODUCT_PAGES = toCases(1.5, [
  ["product page, without variants", product("article-77")],
  ["product page, with ten variants", product("article-80")],
  ["product page, the one that sells best", product("article-1")],
  [
    "home page",
    (client) =>
      Promise.all([
        listNewArrivals(client),
        listOffers(client),
        listTestimonials(client),
        listBrands(client),
      ]),
  ],
]);

const SITEMAP = toCases(3, [
  ["sitemap, its index", (client) => countProducts(client)],
  [
    "sitemap, a thousand products of a file",
    (client, shop) => {
      const ids = parseProductPart(listProductParts(shop.products).at(-1) ?? "p1");
      return collect(listSitemapProducts(client, ids?.first ?? "", ids?.last ?? "", 1000));
    },
  ],
]);

const ORDER_CASES = toCases(1.2, [
  [
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
  ],
]);
let orders = 0;

export async function benchmarkCatalogLists(
  shops: SizedShop[],
  rounds: number,
  only: RegExp,
): Promise<BenchmarkResult[]> {
  const groups = [
    ["First pages of lists", FIRST_PAGES, "visitor"],
    ["Pages with facets and a price range, with the counts of the facets", FACETED_PAGES, "visitor"],
    ["Page 1,000, and totals", DEEP_PAGES, "visitor"],
    ["Suggestions and searches", SEARCHES, "visitor"],
    ["Product page and home page", PRODUCT_PAGES, "visitor"],
    ["Sitemap", SITEMAP, "visitor"],
    ["An order", ORDER_CASES, "customer"],
  ] as const;
  const results: BenchmarkResult[] = [];
  for (const [title, cases, caller] of groups) {
    const chosen = cases.filter(({ metric }) => only.test(metric));
    if (chosen.length > 0) results.push({ title, rows: await compareSizes(shops, chosen, caller, rounds) });
  }
  return results;
}
