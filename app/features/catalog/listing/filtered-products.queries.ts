/** The pages of the catalogue without a search, in each of its orders. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { listProductsByIds } from "#app/lib/models/card-product.queries.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { type CatalogFilters, MAX_NUMBERED_PAGE, PAGE_SIZE } from "./catalog-filters.ts";
import type { ProductSort } from "./product-sort.ts";

type Client = PostgrestClient<Database>;

interface OrderColumn {
  column: "created_at" | "price" | "rating" | "review_count" | "id";
  ascending: boolean;
}

const ascending = (column: OrderColumn["column"]): OrderColumn => ({ column, ascending: true });
const descending = (column: OrderColumn["column"]): OrderColumn => ({ column, ascending: false });

/** The columns of each order. They end with the id and are those of an index, which is read backwards for `price-desc`. */
export const SORT_COLUMNS: Readonly<Record<ProductSort, readonly OrderColumn[]>> = {
  "price-asc": [ascending("price"), ascending("id")],
  "price-desc": [descending("price"), descending("id")],
  rating: [descending("rating"), descending("review_count"), ascending("id")],
  newest: [descending("created_at"), ascending("id")],
};

/** The filters besides the search and the facets as arguments of the database's functions. */
export function toConditions(
  { minPrice, maxPrice, inStock, newOnly }: CatalogFilters,
  categoryId: string | null,
): Pick<
  Database["public"]["Functions"]["count_products"]["Args"],
  "category" | "min_price" | "max_price" | "in_stock" | "is_new"
> {
  return {
    ...(categoryId && { category: categoryId }),
    ...(minPrice > 0 && { min_price: minPrice }),
    ...(maxPrice !== null && { max_price: maxPrice }),
    in_stock: inStock,
    is_new: newOnly,
  };
}

/** The first and the last index of a page's rows and of the row after them. */
export function toRange(page: number): [first: number, last: number] {
  return [(page - 1) * PAGE_SIZE, page * PAGE_SIZE];
}

/**
 * The page to show instead of one without products, in a list of `total`: the last one, or the first where the total is
 * out of date.
 */
export function getPageInstead(page: number, total: number): number {
  const last = Math.min(Math.max(Math.ceil(total / PAGE_SIZE), 1), MAX_NUMBERED_PAGE);
  return last < page ? last : 1;
}

/** What a list consists of: the products of a category and of those below it, those of a brand, or (null) all. */
export type ListScope = { categoryId: string } | { brandKey: string } | null;

/**
 * The products of a page of the list, and the one after them, which tells whether another page follows. The ids are
 * read first, which the indexes contain, together with what lists sort and mostly filter by: so what is skipped before
 * a page is not read. Before the first page nothing is skipped.
 */
export async function listFilteredProducts(
  client: Client,
  filters: CatalogFilters,
  scope: ListScope,
): Promise<CardProduct[]> {
  if (filters.page === 1 && !(scope && "categoryId" in scope)) {
    const { data } = await narrow(client.from("products").select(CARD_COLUMNS), filters, scope)
      .range(...toRange(1))
      .throwOnError();
    return data;
  }
  const ids = await listFilteredIds(client, filters, scope);
  return ids.length === 0 ? [] : listProductsByIds(client, ids);
}

/** The methods of a query of products that are needed here, whatever columns it selects. */
interface ProductQuery<Query> {
  eq(column: "brand_key" | "in_stock" | "is_new", value: string | boolean): Query;
  gte(column: "price", value: number): Query;
  lte(column: "price", value: number): Query;
  order(column: OrderColumn["column"], options: { ascending: boolean }): Query;
}

/** The query with the filters besides the category, and in the order of the list. */
function narrow<Query extends ProductQuery<Query>>(
  all: Query,
  { minPrice, maxPrice, inStock, newOnly, sort }: CatalogFilters,
  scope: { brandKey: string } | null,
): Query {
  let query = all;
  if (scope) query = query.eq("brand_key", scope.brandKey);
  if (minPrice > 0) query = query.gte("price", minPrice);
  if (maxPrice !== null) query = query.lte("price", maxPrice);
  if (inStock) query = query.eq("in_stock", true);
  if (newOnly) query = query.eq("is_new", true);
  for (const { column, ascending } of SORT_COLUMNS[sort ?? "newest"]) {
    query = query.order(column, { ascending });
  }
  return query;
}

async function listFilteredIds(client: Client, filters: CatalogFilters, scope: ListScope): Promise<string[]> {
  const { sort, page, after } = filters;
  if (scope && "categoryId" in scope) return listCategoryIds(client, filters, scope.categoryId);
  const columns = SORT_COLUMNS[sort ?? "newest"];
  const select = () => narrow(client.from("products").select("id"), filters, scope);
  if (page <= MAX_NUMBERED_PAGE) {
    const { data } = await select()
      .range(...toRange(page))
      .throwOnError();
    return data.map(({ id }) => id);
  }
  const last = after ? await findSortValues(client, after) : null;
  if (!last) return [];
  // A product comes after the last one by the first column in which they differ. One statement for each column starts
  // in the index there; a single one with `or` would read all products that equal the last one in the first column.
  const parts = await Promise.all(
    columns.map(async ({ column, ascending }, index) => {
      let query = select();
      for (const equal of columns.slice(0, index)) query = query.eq(equal.column, last[equal.column]);
      query = ascending ? query.gt(column, last[column]) : query.lt(column, last[column]);
      const { data } = await query.limit(PAGE_SIZE + 1).throwOnError();
      return data.map(({ id }) => id);
    }),
  );
  return parts
    .reverse()
    .flat()
    .slice(0, PAGE_SIZE + 1);
}

/** Of the category and of those below it: the database reads the first of each by its index. */
async function listCategoryIds(
  client: Client,
  { minPrice, maxPrice, inStock, newOnly, sort, page, after }: CatalogFilters,
  categoryId: string,
): Promise<string[]> {
  const isNumbered = page <= MAX_NUMBERED_PAGE;
  if (!isNumbered && !after) return [];
  const [first, last] = toRange(page);
  const { data } = await client
    .rpc(
      "list_category_products",
      {
        category: categoryId,
        sort: sort ?? "newest",
        in_stock: inStock,
        is_new: newOnly,
        ...(minPrice > 0 && { min_price: minPrice }),
        ...(maxPrice !== null && { max_price: maxPrice }),
        ...(isNumbered ? { row_offset: first } : { after }),
        row_limit: last - first + 1,
      },
      { get: true },
    )
    .throwOnError();
  return data;
}

/** What lists are sorted by; null when the product does not exist (any more). */
async function findSortValues(client: Client, id: string) {
  const { data } = await client
    .from("products")
    .select("id,created_at,price,rating,review_count")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
