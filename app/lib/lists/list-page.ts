/**
 * Pagination of lists. A list that grows without limit is not counted, or only up to a limit and estimated beyond
 * it, since counting takes longer the longer the shop is open: one row more than the page shows tells whether
 * another page follows. A list that stays short is counted.
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
  /** Number of rows in the list, if they were counted or estimated. */
  total?: number;
  isEstimate?: boolean;
}

export interface CountedPage<Row> extends ListPage<Row> {
  total: number;
  /** The total is the database's estimate. */
  isEstimate?: boolean;
}

/** Up to here a number of rows is exact; above it may be the database's estimate. */
export const MAX_EXACT_COUNT = 10_000;

/** The database counts as many rows exactly for an «estimated» count. */
const MAX_ESTIMATED_EXACT_COUNT = 1000;

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

/**
 * As `loadListPage`, for a list that is counted exactly up to `MAX_EXACT_COUNT` and estimated beyond it. `query`
 * gets the first and the last index to read and the kind of count to ask for, and returns its response.
 */
export async function loadEstimatedPage<Row>(
  page: number,
  pageSize: number,
  query: (from: number, to: number, count: "exact" | "estimated") => PromiseLike<PostgrestResponse<Row>>,
): Promise<CountedPage<Row>> {
  let estimate = 0;
  const result = await loadListPage(page, pageSize, async (from, to) => {
    const { data, count, error } = await query(from, to, "estimated");
    if (error?.code === RANGE_NOT_SATISFIABLE) return [];
    if (error) throw new Error(error.message, { cause: error });
    estimate = count ?? data.length;
    return data;
  });
  const shown = (result.page - 1) * pageSize + result.rows.length;
  if (!result.hasMore) return { ...result, total: shown };
  if (estimate < MAX_ESTIMATED_EXACT_COUNT) return { ...result, total: Math.max(estimate, shown + 1) };
  const { data: beyond } = await query(MAX_EXACT_COUNT, MAX_EXACT_COUNT, "estimated");
  if (beyond && beyond.length > 0) {
    return { ...result, total: Math.max(estimate, MAX_EXACT_COUNT + 1, shown + 1), isEstimate: true };
  }
  const { count, error } = await query(0, 0, "exact");
  if (error) throw new Error(error.message, { cause: error });
  return { ...result, total: count ?? estimate };
}
