/** The queries of the sitemap. Every function throws when the request fails. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Database } from "#app/lib/supabase/database.types.ts";

type Client = PostgrestClient<Database>;

/** Supabase's limit of rows in one response. */
const BATCH_SIZE = 1000;

/** The number of products: exact up to 10,000, beyond that an estimate. */
export async function countProducts(client: Client): Promise<number> {
  const { data } = await client.rpc("count_products", {}, { get: true }).single().throwOnError();
  return data.total;
}

/**
 * At most `limit` products whose ids are between two ids, both included, in the order of the ids, in batches;
 * `updated_at` is an ISO text. Each batch continues after the last id of the one before, so that it reads nothing twice.
 */
export async function* listSitemapProducts(client: Client, first: string, last: string, limit: number) {
  let after: string | null = null;
  for (let read = 0; read < limit; ) {
    const query = client.from("products").select("id,slug,updated_at").lte("id", last);
    const { data } = await (after === null ? query.gte("id", first) : query.gt("id", after))
      .order("id")
      .limit(Math.min(BATCH_SIZE, limit - read))
      .throwOnError();
    yield data;
    if (data.length < BATCH_SIZE) return;
    read += data.length;
    after = data.at(-1)?.id ?? null;
  }
}

/** The slugs of at most `limit` technicians by name. */
export function listTechnicianSlugs(client: Client, limit: number): Promise<{ slug: string | null }[]> {
  return readInBatches(limit, async (first, last) => {
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

/** The slugs of at most `limit` categories or brands by name. */
export function listSlugs(
  client: Client,
  table: "categories" | "brands",
  limit: number,
): Promise<{ slug: string }[]> {
  return readInBatches(limit, async (first, last) => {
    const { data } = await client
      .from(table)
      .select("slug")
      .order("name")
      .order("id")
      .range(first, last)
      .throwOnError();
    return data;
  });
}

/** The first `limit` rows, in sequential requests, so that shoppers' requests can run in between. */
async function readInBatches<T>(
  limit: number,
  read: (first: number, last: number) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (let first = 0; first < limit; first += BATCH_SIZE) {
    const last = Math.min(first + BATCH_SIZE, limit) - 1;
    const found = await read(first, last);
    rows.push(...found);
    if (found.length <= last - first) break;
  }
  return rows;
}
