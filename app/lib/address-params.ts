/** What lists read from the address. Addresses are typed, cut off and shared: nonsense counts as nothing said. */

const TEXT_MAX_LENGTH = 100;
const PAGE_MAX = 10_000;

/**
 * Without control characters, as Postgres refuses a text with a zero in it; and without the half of a sign that the
 * cut may leave, as no address can hold it.
 */
export function readText(text: string | null): string {
  return (text ?? "")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, TEXT_MAX_LENGTH)
    .replace(/\p{Cs}/gu, "");
}

/** A page's number, from 1 to `max`. */
export function readPage(text: string | null, max = PAGE_MAX): number {
  const page = text && /^\d{1,9}$/.test(text) ? Number(text) : 1;
  return Math.min(Math.max(page, 1), max);
}

/** The id of a row; null for what no id looks like, which the database would answer with an error. */
export function readId(text: string | null | undefined): string | null {
  return text && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text) ? text : null;
}

/** One of the values that the list knows; null for anything else. */
export function readChoice<Value extends string>(
  text: string | null,
  values: readonly Value[],
): Value | null {
  return values.find((value) => value === text) ?? null;
}
