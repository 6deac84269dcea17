/** Queries for the product list. Every function throws when the backend returns an error. */
import { listCategoryPaths } from "#app/features/admin/shared/categories/category-paths.queries.ts";
import { type CountedPage, loadEstimatedPage, type RowCount } from "#app/lib/lists/list-page.ts";
import type { Unit } from "#app/lib/supabase/database.types.ts";
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
  "id,name,slug,price,old_price,stock,image,reference,is_new,is_featured,has_variants,unit,step_size,content_size,content_unit,category:categories(name),variants:product_variants(count)";

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
  has_variants: boolean;
  /** The number of variants, as the only row. */
  variants: { count: number }[];
  unit: Unit;
  step_size: number;
  content_size: number | null;
  content_unit: Unit | null;
}

interface ListProductsParams extends Pick<ProductsSearchParams, "filters" | "order"> {
  /** 1-based; a page beyond the last one returns the last. */
  page: number;
}

export async function listProducts(
  client: Supabase,
  { page, ...params }: ListProductsParams,
): Promise<CountedPage<ListedProduct>> {
  const conditions = await toConditions(client, params.filters);
  const { filters, order } = params;
  const isByStock = order?.by === "stock" && !hasFilters({ ...filters, stock: null });
  const query = async (from: number, to: number) => {
    if (isByStock) {
      // A level without an upper limit begins with the highest stocks of all.
      const products =
        order.descending && filters.stock?.to === undefined
          ? await listHighestStock(client, filters.stock, from, to)
          : await listLowStock(client, filters.stock, order.descending, from, to);
      if (products) return products;
    }
    return listRows(client, params, conditions, from, to);
  };
  return loadEstimatedPage(page, PRODUCTS_PAGE_SIZE, query, () =>
    countProducts(client, params.filters, conditions),
  );
}

/**
 * A page of the products in the order of the list. Their ids are read first, so that the products of the pages before
 * are skipped in the index alone; and of rows that are joined with their categories, the database may return the best
 * match of a search anywhere.
 */
async function listRows(
  client: Supabase,
  { filters: { search }, order }: Omit<ListProductsParams, "page">,
  conditions: readonly Condition[],
  from: number,
  to: number,
): Promise<ListedProduct[]> {
  const found = search
    ? client.rpc("search_products", { query: search }, { get: true }).select("id")
    : client.from("products").select("id");
  const { data: ids } = await applyOrder(applyConditions(found, conditions), order)
    .range(from, to)
    .throwOnError();
  return listByIds(
    client,
    ids.map(({ id }) => id),
  );
}

async function listByIds(client: Supabase, ids: readonly string[]): Promise<ListedProduct[]> {
  const { data: rows } = await client.from("products").select(COLUMNS).in("id", ids).throwOnError();
  const byId = new Map(rows.map((row) => [row.id, row]));
  // A product may have been deleted in between.
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A search has so few results that they are counted exactly. */
async function countProducts(
  client: Supabase,
  { search, stock, mark }: ProductFilters,
  conditions: readonly Condition[],
): Promise<RowCount> {
  if (search) {
    const found = client.rpc("search_products", { query: search }, { count: "exact", head: true });
    const { count } = await applyConditions(found, conditions).throwOnError();
    return { total: count ?? 0, isExact: true };
  }
  const condition = conditions.find(([column, operator]) => column === "category_id" && operator !== "is");
  // The category comes before those below it.
  const category = condition && /[\da-f-]{36}/.exec(String(condition[2]))?.[0];
  const args = {
    ...(category && { category }),
    ...(stock && { min_stock: stock.from }),
    ...(stock?.to !== undefined && { max_stock: stock.to }),
    without_category: conditions.some(([column, operator]) => column === "category_id" && operator === "is"),
    is_new: mark?.column === "is_new",
    is_featured: mark?.column === "is_featured",
  };
  const { data } = await client.rpc("count_products", args, { get: true }).single().throwOnError();
  return { total: data.total, isExact: data.is_exact };
}

/** All products that match the filters, up to the maximum of a bulk change, in the order of the list. */
export async function listMatchingProducts(
  client: Supabase,
  params: Omit<ListProductsParams, "page">,
): Promise<ListedProduct[]> {
  const conditions = await toConditions(client, params.filters);
  const { data } = await buildProductsQuery(client, params, conditions).limit(MAX_BULK_ROWS).throwOnError();
  return params.filters.search ? sortAsListed(client, params, conditions, data) : data;
}

/**
 * Sorts all products of a search as the list does. Their ids are read for it: of rows that it joins with their
 * categories, the database may return the best match anywhere.
 */
export async function sortAsListed<Row extends { id: string }>(
  client: Supabase,
  { filters: { search }, order }: Omit<ListProductsParams, "page">,
  conditions: readonly Condition[],
  rows: readonly Row[],
): Promise<Row[]> {
  const positions = new Map<string, number>();
  let isLast = false;
  for (let from = 0; !isLast; from += MAX_BULK_ROWS) {
    const found = client.rpc("search_products", { query: search }, { get: true }).select("id");
    const sorted = applyOrder(applyConditions(found, conditions), order);
    const { data } = await sorted.range(from, from + MAX_BULK_ROWS - 1).throwOnError();
    for (const { id } of data) positions.set(id, positions.size);
    isLast = data.length < MAX_BULK_ROWS;
  }
  const getPosition = ({ id }: Row) => positions.get(id) ?? positions.size;
  return rows.toSorted((one, other) => getPosition(one) - getPosition(other));
}

export async function listCategoryFilterOptions(client: Supabase): Promise<{ name: string; slug: string }[]> {
  return (await listCategoryPaths(client)).map(({ slug, path }) => ({ slug, name: path }));
}

/** The products that match the filters, sorted; without an order the best match of the search first. */
function buildProductsQuery(
  client: Supabase,
  { filters, order }: Omit<ListProductsParams, "page">,
  conditions: readonly Condition[],
) {
  const rows = filters.search
    ? client.rpc("search_products", { query: filters.search }, { get: true }).select(COLUMNS)
    : client.from("products").select(COLUMNS);
  return applyOrder(applyConditions(rows, conditions), order);
}

interface Sortable<Query> {
  order(column: string, options?: { ascending?: boolean }): Query;
}

/** Without an order the best match of the search stays first. */
function applyOrder<Query extends Sortable<Query>>(query: Query, order: ListProductsParams["order"]): Query {
  if (!order) return query;
  const sorted = query.order(order.by, { ascending: !order.descending });
  return (order.by === "stock" ? sorted.order("name") : sorted).order("id");
}

/**
 * The products of this level by their stock, in the same order as by `buildProductsQuery`, by an index; null when not
 * all of these rows have so little stock that the database lists them apart.
 */
async function listLowStock(
  client: Supabase,
  level: ProductFilters["stock"],
  isHighestFirst: boolean,
  from: number,
  to: number,
): Promise<ListedProduct[] | null> {
  let query = client.from("low_stocks").select(`product:products(${COLUMNS})`);
  if (level) query = query.gte("stock", level.from);
  if (level?.to !== undefined) query = query.lte("stock", level.to);
  const { data } = await query
    .order("stock", { ascending: !isHighestFirst })
    .order("name")
    .order("product_id")
    .range(from, to)
    .throwOnError();
  return data.length > to - from ? data.map(({ product }) => product) : null;
}

/** Null when not all of these rows are of this level, as on its last page. */
async function listHighestStock(
  client: Supabase,
  level: ProductFilters["stock"],
  from: number,
  to: number,
): Promise<ListedProduct[] | null> {
  const range = { skip: from, take: to - from + 1 };
  const { data } = await client.rpc("list_highest_stocks", range, { get: true }).throwOnError();
  const products = await listByIds(client, data);
  return level && !products.every(({ stock }) => stock >= level.from) ? null : products;
}

export type Condition = [column: string, operator: string, value: string | number | boolean | null];

interface Filterable<Query> {
  filter(column: string, operator: string, value: unknown): Query;
}

function applyConditions<Query extends Filterable<Query>>(
  query: Query,
  conditions: readonly Condition[],
): Query {
  return conditions.reduce((filtered, condition) => filtered.filter(...condition), query);
}

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

/** The ids of the category and of those below it allow the use of an index; a deleted category matches no product. */
async function toCategoryCondition(client: Supabase, slug: string): Promise<Condition> {
  const { data: ids } = await client
    .rpc("list_category_ids", { category_slug: slug }, { get: true })
    .throwOnError();
  const [id] = ids;
  if (id === undefined) return ["id", "is", null];
  return ids.length === 1 ? ["category_id", "eq", id] : ["category_id", "in", `(${ids.join(",")})`];
}
