/** Queries for the categories. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export type Category = Pick<
  Database["public"]["Tables"]["categories"]["Row"],
  "id" | "name" | "slug" | "image"
>;

/** A page of categories by name. */
export function listCategories(client: Supabase, page: number): Promise<ListPage<Category>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .from("categories")
      .select("id,name,slug,image", { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}
