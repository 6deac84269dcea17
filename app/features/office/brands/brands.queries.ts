/** The partner brands, as the back office lists them. Every function throws when the backend refuses. */
import type { Database } from "../../../lib/database.types.ts";
import { type Page, readPaged } from "../../../lib/paged.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

export const BRANDS_PAGE = 25;

export type Brand = Pick<Database["public"]["Tables"]["brands"]["Row"], "id" | "name" | "logo">;

/** A page of them by name. */
export function listBrands(client: Supabase, page: number): Promise<Page<Brand>> {
  return readPaged(page, BRANDS_PAGE, (from, to) =>
    client
      .from("brands")
      .select("id,name,logo", { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}
