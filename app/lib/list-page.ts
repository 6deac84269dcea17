/**
 * One page of a list. A list that may be as long as it likes is not counted, which would take longer the longer the
 * shop is open: one row more than is shown tells whether more follows. A list that stays short is.
 */
import type { PostgrestResponse } from "@supabase/postgrest-js";

/** PostgREST's code for a page after the last one. */
const BEYOND_THE_END = "PGRST103";

export interface ListPage<Row> {
  rows: Row[];
  /** From 1. */
  page: number;
  /** Rows of a full page. */
  size: number;
  /** Another page follows. */
  more: boolean;
  /** How many rows there are, where they were counted. */
  total?: number;
}

export interface CountedPage<Row> extends ListPage<Row> {
  total: number;
}

/**
 * `ask` gets the first and the last place to read, counted from 0, as `range` of postgrest-js takes them. A page after
 * the last one gives the first. Rejects when `ask` does.
 */
export async function readListPage<Row>(
  page: number,
  size: number,
  ask: (from: number, to: number) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const from = (page - 1) * size;
  const found = await ask(from, from + size);
  if (found.length === 0 && page > 1) return readListPage(1, size, ask);
  return { rows: found.slice(0, size), page, size, more: found.length > size };
}

/** The same where `ask` counts exactly; it gets the last place to be shown, and says itself what it found. */
export async function readCountedPage<Row>(
  page: number,
  size: number,
  ask: (from: number, to: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<CountedPage<Row>> {
  const from = (page - 1) * size;
  const { data: rows, count, error } = await ask(from, from + size - 1);
  if (error?.code === BEYOND_THE_END && page > 1) return readCountedPage(1, size, ask);
  if (error) throw new Error(error.message, { cause: error });
  const total = count ?? rows.length;
  return { rows, page, size, more: from + rows.length < total, total };
}
