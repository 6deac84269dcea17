/** Queries for the product list. Every function throws when the backend returns an error. */
import { type CountedPage, loadEstimatedPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import {
  hasFilters,
  NO_CATEGORY,
  type ProductFilters,
  type ProductsSearchParams,
} from "./products-search-params.ts";

export const PRODUCTS_PAGE_SIZE = 25;

/** The maximum that the database changes at once, and that PostgREST returns in one response. */
export const MAX_BULK_ROWS = 1000;

const COLUMNS =
  "id,name,slug,price,old_price,stock,image,reference,is_new,is_featured,category:categories(name)";

export interface ListedProduct {
  id: string;
  name: string;
  slug: string;
  /** In whole francs. */
  price: number;
  old_price: number | null;
  stock: number;
  image: string | null;
  reference: string | null;
  is_new: boolean;
  is_featured: boolean;
  category: { name: string } | null;
}

interface ListProductsParams extends Pick<ProductsSearchParams, "filters" | "order"> {
  /** 1-based; a page beyond the last one returns the first. */
  page: number;
}

export async function listProducts(
  client: Supabase,
  { page, ...params }: ListProductsParams,
): Promise<CountedPage<ListedProduct>> {
  const conditions = await toConditions(client, params.filters);
  const isByLowestStock = params.order.by === "stock" && !params.order.descending;
  return loadEstimatedPage(page, PRODUCTS_PAGE_SIZE, async (from, to, count) => {
    if (isByLowestStock && !hasFilters(params.filters) && count === "estimated") {
      const products = await listLowestStock(client, from, to);
      if (products) return products;
    }
    return buildProductsQuery(client, params, conditions, count).range(from, to);
  });
}

/** All products that match the filters, up to the maximum of a bulk change. */
export async function listMatchingProducts(
  client: Supabase,
  params: Omit<ListProductsParams, "page">,
): Promise<ListedProduct[]> {
  const conditions = await toConditions(client, params.filters);
  const { data } = await buildProductsQuery(client, params, conditions).limit(MAX_BULK_ROWS).throwOnError();
  return data;
}

export async function listCategoryFilterOptions(client: Supabase): Promise<{ name: string; slug: string }[]> {
  const { data } = await client.from("categories").select("name,slug").order("name").throwOnError();
  return data;
}

/** The products that match the filters, sorted. */
function buildProductsQuery(
  client: Supabase,
  { filters, order }: Omit<ListProductsParams, "page">,
  conditions: Condition[],
  count?: "exact" | "estimated",
) {
  const options = count && { count };
  const rows = filters.search
    ? client.rpc("search_products", { query: filters.search }, { get: true, ...options }).select(COLUMNS)
    : client.from("products").select(COLUMNS, options);
  const sorted = conditions
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), rows)
    .order(order.by, { ascending: !order.descending });
  return (order.by === "stock" ? sorted.order("name") : sorted).order("id");
}

/**
 * The products with the least stock, in the same order as by `buildProductsQuery`, by an index; null when not all
 * of these rows have so little stock that the database lists them apart.
 */
async function listLowestStock(client: Supabase, from: number, to: number) {
  const response = await client
    .from("low_stocks")
    .select(`product:products(${COLUMNS})`)
    .order("stock")
    .order("name")
    .order("product_id")
    .range(from, to)
    .throwOnError();
  if (response.data.length <= to - from) return null;
  const { count } = await client
    .from("products")
    .select("id", { count: "estimated" })
    .limit(1)
    .throwOnError();
  return { ...response, count, data: response.data.map(({ product }) => product) };
}

type Condition = [column: string, operator: string, value: unknown];

export async function toConditions(client: Supabase, filters: ProductFilters): Promise<Condition[]> {
  const { category, stock, mark } = filters;
  const conditions: Condition[] = [];
  if (category === NO_CATEGORY) conditions.push(["category_id", "is", null]);
  else if (category) conditions.push(await toCategoryCondition(client, category));
  if (stock) conditions.push(["stock", "gte", stock.from]);
  if (stock?.to !== undefined) conditions.push(["stock", "lte", stock.to]);
  if (mark) conditions.push([mark.column, "is", true]);
  return conditions;
}

/** The category's id allows the use of an index; a deleted category matches no product. */
async function toCategoryCondition(client: Supabase, slug: string): Promise<Condition> {
  const { data } = await client.from("categories").select("id").eq("slug", slug).maybeSingle().throwOnError();
  return data ? ["category_id", "eq", data.id] : ["id", "is", null];
}
