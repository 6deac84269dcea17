/** What the sitemap names. Every function throws when the backend refuses. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "../../lib/database.types.ts";

type Client = PostgrestClient<Database>;

/** As many as one answer of a Supabase holds. */
const ROWS_AT_ONCE = 1000;

export async function countProducts(client: Client): Promise<number> {
  const { count } = await client.from("products").select("id", { count: "exact", head: true }).throwOnError();
  return count ?? 0;
}

/** `count` products from the one at `from` on, the newest first; `updated_at` is an ISO text. */
export function listProductAddresses(client: Client, from: number, count: number) {
  return collect(from, from + count, async (first, last) => {
    const { data } = await client
      .from("products")
      .select("slug,updated_at")
      .order("created_at", { ascending: false })
      .order("id")
      .range(first, last)
      .throwOnError();
    return data;
  });
}

/** The slugs of at most `limit` technicians by name. */
export function listTechnicianSlugs(client: Client, limit: number): Promise<{ slug: string | null }[]> {
  return collect(0, limit, async (first, last) => {
    const { data } = await client
      .from("technicians_public")
      .select("slug")
      .order("name")
      .order("id")
      .range(first, last)
      .throwOnError();
    return data;
  });
}

/** The slugs of all categories by name. */
export async function listCategorySlugs(client: Client): Promise<{ slug: string }[]> {
  const { data } = await client.from("categories").select("slug").order("name").throwOnError();
  return data;
}

/** Rows from `start` to before `end`, one answer after the other, so that shoppers' requests run between them. */
async function collect<T>(
  start: number,
  end: number,
  read: (first: number, last: number) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let first = start; first < end; first += ROWS_AT_ONCE) {
    const last = Math.min(first + ROWS_AT_ONCE, end) - 1;
    const found = await read(first, last);
    rows.push(...found);
    if (found.length <= last - first) break;
  }
  return rows;
}
