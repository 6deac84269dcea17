/** Queries for the partner brands. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/pages/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export type Brand = Pick<Database["public"]["Tables"]["brands"]["Row"], "id" | "name" | "logo">;

/** A page of brands by name. */
export function listBrands(client: Supabase, page: number): Promise<ListPage<Brand>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client
      .from("brands")
      .select("id,name,logo", { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}
