/** The families of goods, as the back office lists them. Every function throws when the backend refuses. */
import type { Database } from "../../../lib/database.types.ts";
import { type ListPage, readCountedPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";

const SIZE = 25;

export type Category = Pick<
  Database["public"]["Tables"]["categories"]["Row"],
  "id" | "name" | "slug" | "image"
>;

/** A page of them by name. */
export function listCategories(client: Supabase, page: number): Promise<ListPage<Category>> {
  return readCountedPage(page, SIZE, (from, to) =>
    client
      .from("categories")
      .select("id,name,slug,image", { count: "exact" })
      .order("name")
      .order("id")
      .range(from, to),
  );
}
