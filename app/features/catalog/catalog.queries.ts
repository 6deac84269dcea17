/** The catalogue queries of the public pages. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Category, CountedCategory } from "./catalog.types.ts";
import { type CatalogFilters, MAX_NUMBERED_PAGE, PAGE_SIZE } from "./listing/catalog-filters.ts";

type Client = PostgrestClient<Database>;

/**
 * Literal, since the type `Product` is derived from the columns; the embedded tables follow the last comma.
 */
const PRODUCT_COLUMNS =
  `${CARD_COLUMNS},description,reference,features,specifications,more_info_url,updated_at,` as const;

/** All categories by name. */
export async function listCategories(client: Client): Promise<Category[]> {
  const { data } = await client.from("categories").select("name,slug,image").order("name").throwOnError();
  return data;
}

/** All categories by name, each with the number of its products. */
export async function listCountedCategories(client: Client): Promise<CountedCategory[]> {
  const { data } = await client
    .from("categories_with_counts")
    .select("name,slug,image,product_count")
    .order("name")
    .throwOnError();
  // Columns of a view are nullable in the generated types.
  return data.flatMap(({ name, slug, image, product_count }) =>
    name && slug ? [{ name, slug, image, productCount: product_count ?? 0 }] : [],
  );
}

/** The category's id and name; null when no category has this slug. */
export async function getCategoryBySlug(
  client: Client,
  slug: string,
): Promise<{ id: string; name: string } | null> {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("categories")
    .select("id,name")
    .eq("slug", slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

export interface ProductPage extends RowCount {
  products: CardProduct[];
  /** Which page this is, from 1. */
  page: number;
  /** Whether a next page exists and can be requested. */
  hasMore: boolean;
}

/**
 * One page of the matching products, newest first; the first page when the requested one does not exist. A page
 * after `MAX_NUMBERED_PAGE` needs the product before it.
 * `categoryId` is the id of the filters' category; null leaves the list unfiltered by category.
 */
export async function listProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  const { search, minPrice, maxPrice, inStock, newOnly, after } = filters;
  const page = after ? filters.page : Math.min(filters.page, MAX_NUMBERED_PAGE);
  const conditions = {
    ...(categoryId && { category: categoryId }),
    ...(minPrice > 0 && { min_price: minPrice }),
    ...(maxPrice !== null && { max_price: maxPrice }),
    in_stock: inStock,
    is_new: newOnly,
  };
  const [rows, count] = await Promise.all([
    search
      ? searchProducts(client, { ...conditions, query: search }, page)
      : listFilteredProducts(client, { ...filters, page }, categoryId),
    countProducts(client, { ...conditions, search }),
  ]);
  if (rows.length === 0 && page > 1) return listProducts(client, { ...filters, page: 1 }, categoryId);
  return toProductPage(rows, count, page, search === "");
}

/** One row more than the page shows tells whether another page follows. */
async function listFilteredProducts(
  client: Client,
  { minPrice, maxPrice, inStock, newOnly, page, after }: CatalogFilters,
  categoryId: string | null,
): Promise<CardProduct[]> {
  let query = client
    .from("products")
    .select(CARD_COLUMNS)
    .order("created_at", { ascending: false })
    .order("id");
  if (categoryId) query = query.eq("category_id", categoryId);
  if (minPrice > 0) query = query.gte("price", minPrice);
  if (maxPrice !== null) query = query.lte("price", maxPrice);
  if (inStock) query = query.eq("in_stock", true);
  if (newOnly) query = query.eq("is_new", true);
  if (page > MAX_NUMBERED_PAGE) {
    const last = after && (await findCreationTime(client, after));
    if (!last) return [];
    query = query
      .lte("created_at", last)
      .or(`created_at.lt."${last}",id.gt.${after}`)
      .limit(PAGE_SIZE + 1);
  } else query = query.range(...toRange(page));
  const { data } = await query.throwOnError();
  return data;
}

/** Null when the product does not exist (any more). */
async function findCreationTime(client: Client, id: string): Promise<string | null> {
  const { data } = await client
    .from("products")
    .select("created_at")
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data?.created_at ?? null;
}

type SearchArgs = Database["public"]["Functions"]["search_products_by_name"]["Args"];

async function searchProducts(client: Client, conditions: SearchArgs, page: number): Promise<CardProduct[]> {
  const [first, last] = toRange(page);
  const args = { ...conditions, row_offset: first, row_limit: last - first + 1 };
  const { data } = await client
    .rpc("search_products_by_name", args, { get: true })
    .select(CARD_COLUMNS)
    .throwOnError();
  return data;
}

type CountArgs = Database["public"]["Functions"]["count_products"]["Args"];

async function countProducts(client: Client, conditions: CountArgs): Promise<RowCount> {
  const { data } = await client.rpc("count_products", conditions, { get: true }).single().throwOnError();
  return { total: data.total, isExact: data.is_exact };
}

/** The first and the last index of a page's rows and of the row after them. */
function toRange(page: number): [first: number, last: number] {
  return [(page - 1) * PAGE_SIZE, page * PAGE_SIZE];
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
 * One page of the products on offer, from 1, the largest discount first; the first page when the requested
 * one does not exist.
 */
export async function listPromotions(client: Client, requestedPage: number): Promise<ProductPage> {
  const page = Math.min(requestedPage, MAX_NUMBERED_PAGE);
  const [{ data: rows }, count] = await Promise.all([
    client
      .from("products")
      .select(CARD_COLUMNS)
      .eq("is_featured", true)
      .order("discount", { ascending: false, nullsFirst: false })
      .order("created_at", { ascending: false })
      .order("id")
      .range(...toRange(page))
      .throwOnError(),
    countProducts(client, { is_featured: true }),
  ]);
  if (rows.length === 0 && page > 1) return listPromotions(client, 1);
  return toProductPage(rows, count, page, false);
}

/** The product with its category and its images in display order, or null when no product has this slug. */
export async function getProductBySlug(client: Client, slug: string) {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("products")
    .select(`${PRODUCT_COLUMNS}category:categories(id,name,slug),images:product_images(image_url,is_primary)`)
    .eq("slug", slug)
    .order("display_order", { referencedTable: "images" })
    .maybeSingle()
    .throwOnError();
  return data;
}

/** What the product page shows. */
export type Product = NonNullable<Awaited<ReturnType<typeof getProductBySlug>>>;

/** At most 4 other products of the category that are in stock, best rated first. */
export async function listSimilarProducts(client: Client, product: Product): Promise<CardProduct[]> {
  if (!product.category) return [];
  const { data } = await client
    .from("products")
    .select(CARD_COLUMNS)
    .eq("category_id", product.category.id)
    .neq("id", product.id)
    .eq("in_stock", true)
    .order("rating", { ascending: false })
    .order("id")
    .limit(4)
    .throwOnError();
  return data;
}
