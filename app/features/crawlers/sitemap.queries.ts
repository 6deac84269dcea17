/** The queries of the sitemap. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/** Supabase's limit of rows in one response. */
const BATCH_SIZE = 1000;

export async function countProducts(client: Client): Promise<number> {
  const { count } = await client.from("products").select("id", { count: "exact", head: true }).throwOnError();
  return count ?? 0;
}

/** `count` products from the index `from` on, newest first; `updated_at` is an ISO text. */
export function listSitemapProducts(client: Client, from: number, count: number) {
  return readInBatches(from, from + count, async (first, last) => {
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
  return readInBatches(0, limit, async (first, last) => {
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

/**
 * The rows from `start` to before `end`, in sequential requests, so that shoppers' requests can run in
 * between.
 */
async function readInBatches<T>(
  start: number,
  end: number,
  read: (first: number, last: number) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let first = start; first < end; first += BATCH_SIZE) {
    const last = Math.min(first + BATCH_SIZE, end) - 1;
    const found = await read(first, last);
    rows.push(...found);
    if (found.length <= last - first) break;
  }
  return rows;
}
