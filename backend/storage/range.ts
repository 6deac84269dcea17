/** The part of a file that a Range header asks for, and whether the asker has the file already. */

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Null for the whole file: without a range, with several, and with one that cannot be read, as HTTP has it. `none`
 * when it lies outside of the file.
 */
export function readRange(header: string | null, size: number): ByteRange | null | "none" {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Number(last);
    if (length === 0 || size === 0) return "none";
    return { start: Math.max(size - length, 0), end: size - 1 };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return null;
  if (start >= size) return "none";
  return { start, end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
}

/** By If-None-Match, else by If-Modified-Since. `lastModified` may be an invalid date. */
export function isUnchanged(headers: Headers, eTag: string, lastModified: Date): boolean {
  const known = headers.get("if-none-match");
  if (known !== null) {
    return known.split(",").some((tag) => ["*", eTag].includes(tag.trim().replace(/^W\//, "")));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since;
}

/** Whether a range still belongs to the file that its asker has begun with. */
export function isSameFile(headers: Headers, eTag: string, lastModified: Date): boolean {
  const condition = headers.get("if-range");
  return condition === null || condition === eTag || condition === lastModified.toUTCString();
}
