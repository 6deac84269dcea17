/** The lists of products of the public pages. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { listProductsByIds } from "#app/lib/models/card-product.queries.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { type CatalogFilters, MAX_NUMBERED_PAGE, PAGE_SIZE } from "./listing/catalog-filters.ts";
import { facetsSchema, listFacets } from "./listing/facets.queries.ts";
import type { Facet } from "./listing/facets.ts";
import {
  getPageInstead,
  listFilteredProducts,
  SORT_COLUMNS,
  toConditions,
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

/** Reads what all pages of a list have in common, or returns what another page has read. */
export interface ListSharing {
  count(load: () => Promise<RowCount>): Promise<RowCount>;
  facets(load: () => Promise<Facet[]>): Promise<Facet[]>;
}

/**
 * One page of a list without a search or facets, in the order of the filters or newest first; the last page when the
 * requested one does not exist. A page after `MAX_NUMBERED_PAGE` needs the product before it.
 * `categoryId` is the id of the filters' category; null leaves the list unfiltered by category.
 */
export async function listProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
  shareCount: ListSharing["count"] = (load) => load(),
): Promise<ProductPage> {
  const page = filters.after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  const [rows, count] = await Promise.all([
    listFilteredProducts(client, { ...filters, page }, categoryId ? { categoryId } : null),
    shareCount(() => countMatchingProducts(client, filters, categoryId)),
  ]);
  if (rows.length === 0 && page > 1) {
    const instead = { ...filters, page: getPageInstead(page, count.total), after: undefined };
    return listProducts(client, instead, categoryId, shareCount);
  }
  return toProductPage(rows, count, page, true);
}

/**
 * One page of the matching products and the facets of the list, of which each may fail. With a search or facets both are
 * read at once, a search without an order by relevance; other lists are read as `listProducts` reads them.
 */
export async function listCatalog(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
  share: ListSharing = { count: (load) => load(), facets: (load) => load() },
): Promise<{ page: Result<ProductPage>; facets: Result<Facet[]> }> {
  if (filters.search !== "" || filters.facets.length > 0) {
    const list = await toResult("products", listWithFacets(client, filters, categoryId));
    return list.ok
      ? { page: { ok: true, value: list.value.page }, facets: { ok: true, value: list.value.facets } }
      : { page: list, facets: list };
  }
  const [page, facets] = await Promise.all([
    toResult("products", listProducts(client, filters, categoryId, share.count)),
    toResult(
      "facets",
      share.facets(() => listFacets(client, filters, categoryId)),
    ),
  ]);
  return { page, facets };
}

async function listWithFacets(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<{ page: ProductPage; facets: Facet[] }> {
  const page = filters.after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  const [first, last] = toRange(page);
  const { data } = await client
    .rpc(
      "read_catalog_page",
      {
        ...toConditions(filters, categoryId),
        search: filters.search,
        facets: [...filters.facets],
        ...(filters.sort && { sort: filters.sort }),
        row_offset: first,
        row_limit: last - first + 1,
      },
      { get: true },
    )
    .single()
    .throwOnError();
  const { ids } = data;
  if (ids.length === 0 && page > 1) {
    // The total is an estimate where the list does not reach so far: then it is the first page.
    const instead = { ...filters, page: getPageInstead(page, data.total), after: undefined };
    return listWithFacets(client, instead, categoryId);
  }
  const rows = ids.length === 0 ? [] : await listProductsByIds(client, ids);
  // The rows that were read know better than an estimate.
  const total = Math.max(data.total, first + rows.length);
  return {
    page: toProductPage(rows, { total, isExact: data.is_exact }, page, false),
    facets: facetsSchema.parse(data.counted_facets),
  };
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
