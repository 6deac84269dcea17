/**
 * Range and conditional requests: the requested part of a file, and whether the client has the file already.
 */

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Null for the whole file: without a range, with several, and with a malformed one, as HTTP demands.
 * `unsatisfiable` when the range is outside of the file.
 */
export function parseRange(header: string | null, size: number): ByteRange | null | "unsatisfiable" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Number(last);
    if (length === 0 || size === 0) return "unsatisfiable";
    return { start: Math.max(size - length, 0), end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** Checks If-None-Match, otherwise If-Modified-Since. `lastModified` may be an invalid date. */
export function isNotModified(headers: Headers, eTag: string, lastModified: Date): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((tag) => ["*", eTag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** Whether the file is still the one that the client has a part of. */
export function matchesIfRange(headers: Headers, eTag: string, lastModified: Date): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === eTag || condition === lastModified.toUTCString();
}
