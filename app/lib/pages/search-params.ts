/**
 * Parses single search parameters: a text, a page, a choice. URLs are typed, truncated and shared: an
 * invalid value counts as missing.
 */

const MAX_TEXT_LENGTH = 100;
const MAX_PAGE = 10_000;

/**
 * The text of a search, at most a hundred characters; "" without one. Removes control characters, because
 * Postgres rejects a text with a NUL in it, and the lone surrogate that the truncation may leave, because a URL
 * cannot contain one.
 */
export function parseTextParam(text: string | null): string {
  return (text ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, MAX_TEXT_LENGTH)
    .replace(/\p{Cs}/gu, "");
}

/** A page number from 1 to `max`; 1 for anything else. */
export function parsePageParam(text: string | null, max = MAX_PAGE): number {
  const page = text && /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), max);
}

/** One of the allowed values; null for anything else. */
export function parseChoiceParam<Value extends string>(
  text: string | null,
  values: readonly Value[],
): Value | null {
  return values.find((value) => value === text) ?? null;
}
