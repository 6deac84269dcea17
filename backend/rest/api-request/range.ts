/** Which rows are wanted: limit and offset of the query string, and the Range header of a GET. */
import { lowerAboveUpper, negativeLimit } from "../errors.ts";

export interface Range {
  offset: number;
  /** Null: all that follow. */
  limit: number | null;
}

const HEADER = /^([0-9]{1,15})-([0-9]{0,15})$/;

/** The rows that both the query string and the header ask for. Throws PGRST103. */
export function topLevelRange(limit: number | null, offset: number, header: string | null): Range {
  if (limit !== null && limit < 0) throw negativeLimit();
  const wanted = header === null ? null : HEADER.exec(header.trim());
  if (wanted === null) return { offset, limit };
  const lower = Number(wanted[1]);
  const upper = wanted[2] === "" ? null : Number(wanted[2]);
  if (upper !== null && lower > upper) throw lowerAboveUpper();
  if (limit === 0) return { offset: 0, limit: 0 };
  const first = Math.max(offset, lower);
  const lasts = [upper, limit === null ? null : offset + limit - 1].filter((last) => last !== null);
  if (lasts.length === 0) return { offset: first, limit: null };
  const last = Math.min(...lasts);
  if (last < first) throw negativeLimit();
  return { offset: first, limit: last - first + 1 };
}
