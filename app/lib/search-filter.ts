/**
 * Searches over several columns, as `or` filters of PostgREST. What people type is data: every character that has a
 * meaning in a pattern or in a filter is taken as itself, but for `*`, which PostgREST reads as «anything».
 */

const MAX_WORDS = 6;

/**
 * One `or` filter for each word: all words are to be found, each in any of the columns. A telephone number, however it
 * is spaced, is one word.
 */
export function wordFilters(columns: readonly string[], text: string): string[] {
  const trimmed = text.trim();
  const words = /^\+?[\d\s.-]+$/.test(trimmed) ? [trimmed.replace(/[\s.-]/g, "")] : trimmed.split(/\s+/);
  return words
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS)
    .map((word) =>
      columns.map((column) => `${column}.ilike.${quoted(`%${literalPattern(word)}%`)}`).join(","),
    );
}

function literalPattern(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}
