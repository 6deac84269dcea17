/**
 * Searches over several columns, as `or` filters of PostgREST. Every character that has a meaning in a
 * pattern or in a filter is escaped, except `*`, which PostgREST reads as a wildcard in any case.
 */

const MAX_WORDS = 6;

/**
 * One `or` filter for each word: all words must be found, each in any of the columns. A telephone number with
 * spaces is one word.
 */
export function createWordFilters(columns: readonly string[], text: string): string[] {
  const trimmed = text.trim();
  const words = /^\+?[\d\s.-]+$/.test(trimmed) ? [trimmed.replace(/[\s.-]/g, "")] : trimmed.split(/\s+/);
  return words
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS)
    .map((word) =>
      columns
        .map((column) => `${column}.ilike.${quoteFilterValue(`%${escapeLikePattern(word)}%`)}`)
        .join(","),
    );
}

function escapeLikePattern(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

function quoteFilterValue(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
