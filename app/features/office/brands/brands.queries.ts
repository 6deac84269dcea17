/** The partner brands, as the back office lists them. Every function throws when the backend refuses. */
import type { Database } from "../../../lib/database.types.ts";
import { type ListPage, readCountedPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

const SIZE = 25;

export type Brand = Pick<Database["public"]["Tables"]["brands"]["Row"], "id" | "name" | "logo">;

/** A page of them by name. */
export function listBrands(client: Supabase, page: number): Promise<ListPage<Brand>> {
  return readCountedPage(page, SIZE, (from, to) =>
    client
      .from("brands")
      .select("id,name,logo", { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}
