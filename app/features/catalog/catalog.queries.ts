/** The lists of products of the public pages. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { listProductsByIds } from "#app/lib/models/card-product.queries.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { type CatalogFilters, MAX_NUMBERED_PAGE, PAGE_SIZE } from "./listing/catalog-filters.ts";
import { listFacetedIds } from "./listing/facets.queries.ts";
import {
  getPageInstead,
  listFilteredProducts,
  SORT_COLUMNS,
  toRange,
} from "./listing/filtered-products.queries.ts";
import type { ProductSort } from "./listing/product-sort.ts";

type Client = PostgrestClient<Database>;

export interface ProductPage extends RowCount {
  products: CardProduct[];
  /** Which page this is, from 1. */
  page: number;
  /** Whether a next page exists and can be requested. */
  hasMore: boolean;
}

/**
 * One page of the matching products in the order of the filters, or else of the search, or newest first; the last page
 * when the requested one does not exist. A page after `MAX_NUMBERED_PAGE` needs the product before it.
 * `categoryId` is the id of the filters' category; null leaves the list unfiltered by category.
 */
export async function listProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  const page = filters.after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  if (filters.facets.length > 0) return listFacetedProducts(client, { ...filters, page }, categoryId);
  if (filters.search) return listFoundProducts(client, { ...filters, page }, categoryId);
  const [rows, count] = await Promise.all([
    listFilteredProducts(client, { ...filters, page }, categoryId ? { categoryId } : null),
    countMatchingProducts(client, filters, categoryId),
  ]);
  if (rows.length === 0 && page > 1) {
    const instead = { ...filters, page: getPageInstead(page, count.total), after: undefined };
    return listProducts(client, instead, categoryId);
  }
  return toProductPage(rows, count, page, true);
}

async function listFacetedProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  let { page } = filters;
  let [ids, count] = await Promise.all([
    listFacetedIds(client, filters, categoryId),
    countMatchingProducts(client, filters, categoryId),
  ]);
  // The total is an estimate where the list does not reach so far: then it is the first page.
  while (ids.length === 0 && page > 1) {
    page = getPageInstead(page, count.total);
    ids = await listFacetedIds(client, { ...filters, page }, categoryId);
  }
  const rows = ids.length === 0 ? [] : await listProductsByIds(client, ids);
  // The rows that were read know better than an estimate.
  const total = Math.max(count.total, (page - 1) * PAGE_SIZE + rows.length);
  return toProductPage(rows, { ...count, total }, page, false);
}

async function listFoundProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  const { search, sort, page } = filters;
  const conditions = { ...toConditions(filters, categoryId), query: search };
  const found = await searchProducts(client, conditions, sort, page);
  // Most searches are not counted: their first page is all that they find.
  if (page === 1 && found.length <= PAGE_SIZE) {
    return toProductPage(found, { total: found.length, isExact: true }, page, false);
  }
  const count = await countMatchingProducts(client, filters, categoryId);
  if (found.length === 0) {
    return listFoundProducts(client, { ...filters, page: getPageInstead(page, count.total) }, categoryId);
  }
  return toProductPage(found, count, page, false);
}

/** The number of products that match the filters; `categoryId` as in `listProducts`. */
export function countMatchingProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<RowCount> {
  const { search, facets } = filters;
  return countProducts(client, {
    ...toConditions(filters, categoryId),
    search,
    ...(facets.length > 0 && { facets: [...facets] }),
  });
}

/** The filters as arguments of the database's functions. */
function toConditions(
  { minPrice, maxPrice, inStock, newOnly }: CatalogFilters,
  categoryId: string | null,
): Omit<SearchArgs, "query"> {
  return {
    ...(categoryId && { category: categoryId }),
    ...(minPrice > 0 && { min_price: minPrice }),
    ...(maxPrice !== null && { max_price: maxPrice }),
    in_stock: inStock,
    is_new: newOnly,
  };
}

type SearchArgs = Database["public"]["Functions"]["search_products"]["Args"];

/** So many matches of a search are sorted: those that come first in its own order. */
const MAX_SORTED_MATCHES = 5000;

async function searchProducts(
  client: Client,
  conditions: SearchArgs,
  sort: ProductSort | null,
  page: number,
): Promise<CardProduct[]> {
  const [first, last] = toRange(page);
  const range = sort ? { row_limit: MAX_SORTED_MATCHES } : { row_offset: first, row_limit: last - first + 1 };
  let query = client.rpc("search_products", { ...conditions, ...range }, { get: true }).select(CARD_COLUMNS);
  if (sort) {
    for (const { column, ascending } of SORT_COLUMNS[sort]) query = query.order(column, { ascending });
    query = query.range(first, last);
  }
  const { data } = await query.throwOnError();
  return data;
}

/** The number of products that the search finds in the whole shop. */
export function countFoundProducts(client: Client, search: string): Promise<RowCount> {
  return countProducts(client, { search });
}

type CountArgs = Database["public"]["Functions"]["count_products"]["Args"];

async function countProducts(client: Client, conditions: CountArgs): Promise<RowCount> {
  const { data } = await client.rpc("count_products", conditions, { get: true }).single().throwOnError();
  return { total: data.total, isExact: data.is_exact };
}

function toProductPage(
  rows: CardProduct[],
  count: RowCount,
  page: number,
  continuesByKey: boolean,
): ProductPage {
  return {
    ...count,
    products: rows.slice(0, PAGE_SIZE),
    page,
    hasMore: rows.length > PAGE_SIZE && (continuesByKey || page < MAX_NUMBERED_PAGE),
  };
}

/** At most 8 new products, newest first. */
export async function listNewArrivals(client: Client): Promise<CardProduct[]> {
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("is_new", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(8)
    .throwOnError();
  return data;
}

/** At most 4 products on offer, newest first. */
export async function listOffers(client: Client): Promise<CardProduct[]> {
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("is_featured", true)
    .order("created_at", { ascending: false })
    .order("id")
    .limit(4)
    .throwOnError();
  return data;
}

/**
 * One page of the products on offer, from 1, in this order, or (null) the largest discount first; the last page when
 * the requested one does not exist. The ids are read first, as in `listFilteredProducts`.
 */
export async function listPromotions(
  client: Client,
  requestedPage: number,
  sort: ProductSort | null,
): Promise<ProductPage> {
  const page = Math.min(requestedPage, MAX_NUMBERED_PAGE);
  let query = client.from("products").select("id").eq("is_featured", true);
  if (!sort) query = query.order("discount", { ascending: false, nullsFirst: false });
  for (const { column, ascending } of SORT_COLUMNS[sort ?? "newest"]) {
    query = query.order(column, { ascending });
  }
  const [{ data }, count] = await Promise.all([
    query.range(...toRange(page)).throwOnError(),
    countProducts(client, { is_featured: true }),
  ]);
  const ids = data.map(({ id }) => id);
  if (ids.length === 0 && page > 1) return listPromotions(client, getPageInstead(page, count.total), sort);
  return toProductPage(await listProductsByIds(client, ids), count, page, false);
}
