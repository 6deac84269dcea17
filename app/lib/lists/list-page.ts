/**
 * Pagination of lists. A list that grows without limit is not counted, or by the database, which counts exactly up
 * to a limit and estimates beyond it: one row more than the page shows tells whether another page follows. A page is
 * found by an offset, so the pages end at the same limit. A list that stays short is counted.
 */
import type { PostgrestResponse } from "@supabase/postgrest-js";
import { RANGE_NOT_SATISFIABLE } from "#app/lib/supabase/error-codes.ts";

export interface ListPage<Row> {
  rows: Row[];
  /** From 1. */
  page: number;
  /** Rows of a full page. */
  pageSize: number;
  /** Another page follows, and can be requested. */
  hasMore: boolean;
  /** The list has more rows than its pages show. */
  isCut?: boolean;
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

/** How many rows the pages of a list show: the database skips no more to find a page. */
const MAX_PAGED_ROWS = 10_000;

/**
 * `query` gets the first and the last index to read, from 0, as `range` of postgrest-js takes them. For a
 * page after the last one of the list, or after the last that is shown, the result is that one. Rejects when `query`
 * does.
 */
export async function loadListPage<Row>(
  requestedPage: number,
  pageSize: number,
  query: (from: number, to: number) => Promise<Row[]>,
): Promise<ListPage<Row>> {
  const lastPage = Math.floor(MAX_PAGED_ROWS / pageSize);
  const page = Math.min(requestedPage, lastPage);
  const from = (page - 1) * pageSize;
  const found = await query(from, from + pageSize);
  if (found.length === 0 && page > 1) {
    const instead = await findLastPage(page - 1, pageSize, query);
    return loadListPage(instead, pageSize, query);
  }
  const continues = found.length > pageSize;
  const result = { rows: found.slice(0, pageSize), page, pageSize, hasMore: continues && page < lastPage };
  return continues && page === lastPage ? { ...result, isCut: true } : result;
}

/** The last page with rows, up to `most`: nobody has counted them. Each try halves what is left. */
async function findLastPage<Row>(
  most: number,
  pageSize: number,
  query: (from: number, to: number) => Promise<Row[]>,
): Promise<number> {
  let [first, last] = [1, most];
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    const at = (middle - 1) * pageSize;
    const [row] = await query(at, at);
    if (row === undefined) last = middle - 1;
    else first = middle;
  }
  return first;
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
  if (error?.code === RANGE_NOT_SATISFIABLE && page > 1) {
    // The error does not say how many there are; the first page does.
    const first = await loadCountedPage(1, pageSize, query);
    const lastPage = Math.ceil(first.total / pageSize);
    return lastPage > 1 ? loadCountedPage(Math.min(lastPage, page - 1), pageSize, query) : first;
  }
  if (error) throw new Error(error.message, { cause: error });
  const total = count ?? rows.length;
  return { rows, page, pageSize, hasMore: from + rows.length < total, total };
}

/** A number of rows as the database counts them. */
export interface RowCount {
  total: number;
  /** Counted; otherwise estimated, which is the case beyond `MAX_EXACT_COUNT`. */
  isExact: boolean;
}

/**
 * As `loadListPage`, with the number of rows from `count`, which is asked at the same time. Rejects when one of them
 * does.
 */
export async function loadEstimatedPage<Row>(
  page: number,
  pageSize: number,
  query: (from: number, to: number) => Promise<Row[]>,
  count: () => Promise<RowCount>,
): Promise<CountedPage<Row>> {
  const [result, { total, isExact }] = await Promise.all([loadListPage(page, pageSize, query), count()]);
  const shown = (result.page - 1) * pageSize + result.rows.length;
  // The rows that were read know better than an estimate.
  if (!result.hasMore && !result.isCut) return { ...result, total: shown };
  const atLeast = { ...result, total: Math.max(total, shown + 1) };
  return isExact ? atLeast : { ...atLeast, isEstimate: true };
}
