/** Queries for the categories. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export const CATEGORY_COLUMNS = "id,name,slug,image,updated_at";

/** `updated_at` identifies the version. */
export type Category = Pick<
  Database["public"]["Tables"]["categories"]["Row"],
  "id" | "name" | "slug" | "image" | "updated_at"
>;

/** A page of categories by name. */
export function listCategories(client: Supabase, page: number): Promise<ListPage<Category>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .from("categories")
      .select(CATEGORY_COLUMNS, { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}

/** Null when there is no such category (any more). */
export async function findCategory(client: Supabase, id: string): Promise<Category | null> {
  const { data } = await client
    .from("categories")
    .select(CATEGORY_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
