/** Queries for the partner brands. Every function throws when the backend returns an error. */

import { type ListPage, loadCountedPage } from "#app/lib/lists/list-page.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;

export const BRAND_COLUMNS = "id,name,slug,logo,description,updated_at";

/** `updated_at` identifies the version. */
export type Brand = Pick<
  Database["public"]["Tables"]["brands"]["Row"],
  "id" | "name" | "slug" | "logo" | "description" | "updated_at"
>;

/** A page of brands by name. */
export function listBrands(client: Supabase, page: number): Promise<ListPage<Brand>> {
  return loadCountedPage(page, PAGE_SIZE, (from, to) =>
    client.from("brands").select(BRAND_COLUMNS, { count: "exact" }).order("name").order("id").range(from, to),
  );
}

/** Null when there is no such brand (any more). */
export async function findBrand(client: Supabase, id: string): Promise<Brand | null> {
  const { data } = await client
    .from("brands")
    .select(BRAND_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}
