/** The brands and their products. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import {
  type CatalogFilters,
  MAX_NUMBERED_PAGE,
  PAGE_SIZE,
} from "#app/features/catalog/listing/catalog-filters.ts";
import {
  getPageInstead,
  listFilteredProducts,
} from "#app/features/catalog/listing/filtered-products.queries.ts";
import { isSlug, slugify } from "#app/lib/format/slugs.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

export interface Brand {
  name: string;
  slug: string;
  logo: string | null;
  description: string | null;
  /** What the products of the brand have as their `brand_key`; null for a name without letters. */
  name_key: string | null;
}

/** Null when no brand has this slug. */
export async function getBrandBySlug(client: Client, slug: string): Promise<Brand | null> {
  if (!isSlug(slug)) return null;
  const { data } = await client
    .from("brands")
    .select("name,slug,logo,description,name_key")
    .eq("slug", slug)
    .maybeSingle()
    .throwOnError();
  return data;
}

/** At most `limit` brands whose name begins with the text, by name; none for a text without letters and digits. */
export async function listBrandsStartingWith(
  client: Client,
  text: string,
  limit: number,
): Promise<Pick<Brand, "name" | "slug">[]> {
  const key = slugify(text);
  if (key === "") return [];
  const { data } = await client
    .from("brands")
    .select("name,slug")
    .like("name_key", `${key}%`)
    .order("name")
    .limit(limit)
    .throwOnError();
  return data;
}

/** The slug of the brand of a product; null for a product without one, or of a brand without a page. */
export async function findBrandSlug(client: Client, brandKey: string | null): Promise<string | null> {
  if (brandKey === null) return null;
  const { data } = await client
    .from("brands")
    .select("slug")
    .eq("name_key", brandKey)
    .order("created_at")
    .limit(1)
    .throwOnError();
  return data[0]?.slug ?? null;
}

/** A page of the brand's products in the order of `list`; the first page when the requested one does not exist. */
export async function listBrandProducts(
  client: Client,
  brandKey: string | null,
  list: CatalogFilters,
): Promise<ProductPage> {
  if (brandKey === null) return { products: [], page: 1, hasMore: false, total: 0, isExact: true };
  const page = list.after ? list.page : Math.min(list.page, MAX_NUMBERED_PAGE);
  const [rows, { data: count }] = await Promise.all([
    listFilteredProducts(client, { ...list, page }, { brandKey }),
    client.rpc("count_brand_products", { brand: brandKey }, { get: true }).single().throwOnError(),
  ]);
  if (rows.length === 0 && page > 1) {
    const instead = { ...list, page: getPageInstead(page, count.total), after: undefined };
    return listBrandProducts(client, brandKey, instead);
  }
  return {
    products: rows.slice(0, PAGE_SIZE),
    page,
    hasMore: rows.length > PAGE_SIZE,
    total: count.total,
    isExact: count.is_exact,
  };
}
