/**
 * Pagination of lists. A list that grows without limit is not counted, since counting takes longer the longer
 * the shop is open: one row more than the page shows tells whether another page follows. A list that stays
 * short is counted.
 */
import type { PostgrestResponse } from "@supabase/postgrest-js";
import { RANGE_NOT_SATISFIABLE } from "#app/lib/supabase/error-codes.ts";

export interface ListPage<Row> {
  rows: Row[];
  /** From 1. */
  page: number;
  /** Rows of a full page. */
  pageSize: number;
  /** Another page follows. */
  hasMore: boolean;
  /** Number of rows in the list, if they were counted. */
  total?: number;
}

export interface CountedPage<Row> extends ListPage<Row> {
  total: number;
}

/**
 * `query` gets the first and the last index to read, from 0, as `range` of postgrest-js takes them. For a
 * page after the last one the result is the first page. Rejects when `query` does.
 */
export async function loadListPage<Row>(
  page: number,
  pageSize: number,
  query: (from: number, to: number) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const from = (page - 1) * pageSize;
  const rows = await query(from, from + pageSize);
  if (rows.length === 0 && page > 1) return loadListPage(1, pageSize, query);
  return { rows: rows.slice(0, pageSize), page, pageSize, hasMore: rows.length > pageSize };
}

/**
 * As `loadListPage`, for a list that is counted: `query` asks for the exact count, gets the index of the last row
 * to show, and returns its response.
 */
export async function loadCountedPage<Row>(
  page: number,
  pageSize: number,
  query: (from: number, to: number) => PromiseLike<PostgrestResponse<Row>>,
): Promise<CountedPage<Row>> {
  const from = (page - 1) * pageSize;
  const { data: rows, count, error } = await query(from, from + pageSize - 1);
  if (error?.code === RANGE_NOT_SATISFIABLE && page > 1) return loadCountedPage(1, pageSize, query);
  if (error) throw new Error(error.message, { cause: error });
  const total = count ?? rows.length;
  return { rows, page, pageSize, hasMore: from + rows.length < total, total };
}
