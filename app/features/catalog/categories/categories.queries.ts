/** The families of the public pages, and a category by its address. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Category, CountedCategory } from "#app/features/catalog/catalog.types.ts";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/** The families, which have no category above them, in their order. */
export async function listCategories(client: Client): Promise<Category[]> {
  const { data } = await client
    .from("categories")
    .select("name,slug,image")
    .is("parent_id", null)
    .order("position")
    .order("name")
    .throwOnError();
  return data;
}

/** The families in their order, each with the number of products in it and below it. */
export async function listCountedCategories(client: Client): Promise<CountedCategory[]> {
  const { data } = await client
    .from("categories_with_counts")
    .select("name,slug,image,product_count")
    .is("parent_id", null)
    .order("position")
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
