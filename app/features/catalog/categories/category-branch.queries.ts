/** A category with its neighbours in the tree. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { CategoryBranch } from "#app/features/catalog/catalog.types.ts";
import { isSlug } from "#app/lib/format/slugs.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";

/** Null when no category has this slug. */
export async function getCategoryBranch(
  client: PostgrestClient<Database>,
  slug: string,
): Promise<CategoryBranch | null> {
  if (!isSlug(slug)) return null;
  const { data } = await client.rpc("list_category_branch", { slug }, { get: true }).throwOnError();
  // Columns of a function are never null in the generated types.
  const rows = data.map(({ product_count, image, description, ...row }) => ({
    ...row,
    image: image as string | null,
    description: description as string | null,
    productCount: (product_count as number | null) ?? 0,
  }));
  const category = rows.find((row) => row.slug === slug);
  if (!category) return null;
  return {
    category,
    ancestors: rows.filter(({ level }) => level < category.level),
    children: rows.filter(({ level }) => level > category.level),
  };
}
