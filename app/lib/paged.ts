/** Lists that are read a page at a time, together with how many rows there are in all. */
import type { PostgrestResponse } from "@supabase/postgrest-js";

/** PostgREST's code for a page after the last one. */
const BEYOND_THE_END = "PGRST103";

export interface Page<Row> {
  rows: Row[];
  /** From 1. */
  page: number;
  total: number;
}

/**
 * `ask` is called with the first and the last row wanted, from 0, and counts exactly. Beyond the last page the first is
 * given, as the rows of a shared address may have gone. Throws when the backend refuses.
 */
export async function readPaged<Row>(
  page: number,
  size: number,
  ask: (from: number, to: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<Page<Row>> {
  const from = (page - 1) * size;
  const { data, count, error } = await ask(from, from + size - 1);
  if (error?.code === BEYOND_THE_END && page > 1) return readPaged(1, size, ask);
  if (error) throw new Error(error.message, { cause: error });
  return { rows: data, page, total: count ?? data.length };
}
