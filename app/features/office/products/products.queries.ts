/** The products as the back office lists them. Every function throws when the backend refuses. */
import { type CountedPage, readCountedPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { isFiltered, NO_CATEGORY, type ProductFilters, type ProductsAsked } from "./products-address.ts";

export const PRODUCTS_PAGE = 25;

/** As many products as the database changes at once, and as rest gives in one answer. */
export const MOST_AT_ONCE = 1000;

const COLUMNS =
  "id,name,slug,price,old_price,stock,image,reference,is_new,is_featured,category:categories(name)";

export interface ListedProduct {
  id: string;
  name: string;
  slug: string;
  /** Whole francs. */
  price: number;
  old_price: number | null;
  stock: number;
  image: string | null;
  reference: string | null;
  is_new: boolean;
  is_featured: boolean;
  category: { name: string } | null;
}

interface Wanted extends Pick<ProductsAsked, "filters" | "order"> {
  /** From 1; beyond the last one the first is given. */
  page: number;
}

export async function listProducts(
  client: Supabase,
  { page, ...asked }: Wanted,
): Promise<CountedPage<ListedProduct>> {
  const conditions = await conditionsOf(client, asked.filters);
  return readCountedPage(page, PRODUCTS_PAGE, (from, to) => found(client, asked, conditions).range(from, to));
}

/** All that the filters find, up to the number that can be changed at once. */
export async function listChangeable(
  client: Supabase,
  wanted: Omit<Wanted, "page">,
): Promise<ListedProduct[]> {
  const conditions = await conditionsOf(client, wanted.filters);
  const { data } = await found(client, wanted, conditions).limit(MOST_AT_ONCE).throwOnError();
  return data;
}

export async function listCategories(client: Supabase): Promise<{ name: string; slug: string }[]> {
  const { data } = await client.from("categories").select("name,slug").order("name").throwOnError();
  return data;
}

/**
 * What the filters find, in order. Of all products together the database only guesses how many there are, once they
 * are more than a thousand: counting them would cost the list more than everything else.
 */
function found(client: Supabase, { filters, order }: Omit<Wanted, "page">, conditions: Condition[]) {
  const rows = filters.search
    ? client.rpc("search_products", { query: filters.search }, { get: true, count: "exact" }).select(COLUMNS)
    : client.from("products").select(COLUMNS, { count: isFiltered(filters) ? "exact" : "estimated" });
  return conditions
    .reduce((query, [column, operator, value]) => query.filter(column, operator, value), rows)
    .order(order.by, { ascending: !order.descending })
    .order("id");
}

type Condition = [column: string, operator: string, value: unknown];

export async function conditionsOf(client: Supabase, filters: ProductFilters): Promise<Condition[]> {
  const { category, stock, mark } = filters;
  const conditions: Condition[] = [];
  if (category === NO_CATEGORY) conditions.push(["category_id", "is", null]);
  else if (category) conditions.push(await inCategory(client, category));
  if (stock) conditions.push(["stock", "gte", stock.from]);
  if (stock?.to !== undefined) conditions.push(["stock", "lte", stock.to]);
  if (mark) conditions.push([mark.column, "is", true]);
  return conditions;
}

/** By its id the products are found through an index; in a category that is gone, none are. */
async function inCategory(client: Supabase, slug: string): Promise<Condition> {
  const { data } = await client.from("categories").select("id").eq("slug", slug).maybeSingle().throwOnError();
  return data ? ["category_id", "eq", data.id] : ["id", "is", null];
}
