/**
 * One page of a list that may be as long as it likes: one row more than is shown tells whether more follows, and
 * nobody counts the rest, which would take longer the longer the shop is open.
 */

export interface ListPage<Row> {
  rows: Row[];
  /** From 1. */
  page: number;
  /** Rows of a full page. */
  size: number;
  /** Another page follows. */
  more: boolean;
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
