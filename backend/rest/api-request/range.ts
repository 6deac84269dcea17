/** The requested rows: limit and offset of the query string, and the Range header of a GET. */
import { negativeLimit, rangeBoundsReversed } from "#backend/rest/errors.ts";

export interface Range {
  offset: number;
  /** Null means no limit. */
  limit: number | null;
}

const HEADER = /^(?<first>[0-9]{1,15})-(?<last>[0-9]{0,15})$/;

/** The intersection of the query string's range and the header's. Throws PGRST103. */
export function getTopLevelRange(limit: number | null, offset: number, header: string | null): Range {
  if (limit !== null && limit < 0) throw negativeLimit();
  const requested = header === null ? null : HEADER.exec(header.trim());
  if (requested === null) return { offset, limit };
  const { first: from, last: to } = requested.groups ?? {};
  const lower = Number(from);
  const upper = to === "" ? null : Number(to);
  if (upper !== null && lower > upper) throw rangeBoundsReversed();
  if (limit === 0) return { offset: 0, limit: 0 };
  const first = Math.max(offset, lower);
  const lastRows = [upper, limit === null ? null : offset + limit - 1].filter((last) => last !== null);
  if (lastRows.length === 0) return { offset: first, limit: null };
  const last = Math.min(...lastRows);
  if (last < first) throw negativeLimit();
  return { offset: first, limit: last - first + 1 };
}
