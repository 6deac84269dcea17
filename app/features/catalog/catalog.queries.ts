/** The catalogue queries of the public pages. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import { isSlug } from "#app/lib/format/slugs.ts";
import { CARD_COLUMNS, type CardProduct } from "#app/lib/models/card-product.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import { RANGE_NOT_SATISFIABLE } from "#app/lib/supabase/error-codes.ts";
import type { Category, CountedCategory } from "./catalog.types.ts";
import type { CatalogFilters } from "./listing/catalog-filters.ts";

type Client = PostgrestClient<Database>;

/** Products per page of a list. */
export const PAGE_SIZE = 24;

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

/** The category's id and name; throws when the look-up fails or no category has this slug. */
export async function getCategoryBySlug(client: Client, slug: string): Promise<{ id: string; name: string }> {
  const { data } = await client.from("categories").select("id,name").eq("slug", slug).single().throwOnError();
  return data;
}

export interface ProductPage {
  products: CardProduct[];
  /** How many products match in all. */
  total: number;
  /** Which page this is, from 1. */
  page: number;
}

/**
 * One page of the matching products, newest first; the first page when the requested one does not exist.
 * `categoryId` is the id of the filters' category; null leaves the list unfiltered by category. The count is
 * exact: on an indexed table of a shop's size that is cheap, and the number is shown.
 */
export async function listProducts(
  client: Client,
  filters: CatalogFilters,
  categoryId: string | null,
): Promise<ProductPage> {
  const all = filters.search
    ? client
        .rpc("search_products_by_name", { query: filters.search }, { get: true, count: "exact" })
        .select(CARD_COLUMNS)
    : client.from("products").select(CARD_COLUMNS, { count: "exact" });
  let query = all.order("created_at", { ascending: false }).order("id");
  if (categoryId) query = query.eq("category_id", categoryId);
  if (filters.minPrice > 0) query = query.gte("price", filters.minPrice);
  if (filters.maxPrice !== null) query = query.lte("price", filters.maxPrice);
  if (filters.inStock) query = query.gt("stock", 0);
  if (filters.newOnly) query = query.eq("is_new", true);
  const from = (filters.page - 1) * PAGE_SIZE;
  const { data, count, error } = await query.range(from, from + PAGE_SIZE - 1);
  if (error?.code === RANGE_NOT_SATISFIABLE) return listProducts(client, { ...filters, page: 1 }, categoryId);
  if (error) throw new Error(error.message);
  return { products: data, total: count ?? data.length, page: filters.page };
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
export async function listPromotions(client: Client, page: number): Promise<ProductPage> {
  const from = (page - 1) * PAGE_SIZE;
  const { data, count, error } = await client
    .from("products")
    .select(CARD_COLUMNS, { count: "exact" })
    .eq("is_featured", true)
    .order("discount", { ascending: false, nullsFirst: false })
    .order("created_at", { ascending: false })
    .order("id")
    .range(from, from + PAGE_SIZE - 1);
  if (error?.code === RANGE_NOT_SATISFIABLE) return listPromotions(client, 1);
  if (error) throw new Error(error.message);
  return { products: data, total: count ?? data.length, page };
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
    .gt("stock", 0)
    .order("rating", { ascending: false })
    .order("id")
    .limit(4)
    .throwOnError();
  return data;
}
