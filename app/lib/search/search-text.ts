/** What the browser knows about the database's searches: how texts are compared, and from which length. */

/** The database's minimum (private.to_search_patterns): fewer letters match too much, and find no index. */
const MIN_SEARCH_LENGTH = 2;

/** Characters that Unicode does not decompose, and their plain form. */
const PLAIN_CHARACTERS: Readonly<Record<string, string>> = {
  œ: "oe",
  æ: "ae",
  ß: "ss",
  þ: "th",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  ς: "σ",
  "×": "x",
  "⁄": "/",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "′": "'",
  "«": '"',
  "»": '"',
  "“": '"',
  "”": '"',
  "„": '"',
  "‐": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "−": "-",
};
const PLAIN_CHARACTERS_PATTERN = new RegExp(`[${Object.keys(PLAIN_CHARACTERS).join("")}]`, "g");

/**
 * «Ouédraogo» -> «ouedraogo», «Écrou ½”» -> «ecrou 1/2"»: the text as searches compare it. The results are those
 * of the database's private.normalize_search_text; tests/database/search-text.test.ts compares them.
 */
export function normalizeSearchText(text: string): string {
  return text
    .replace(/[¼-¾⅐-⅞]/g, " $&")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u00ad\u2060\ufeff]|[\u200b-\u200f]|[\ufe00-\ufe0f]/g, "")
    .toLowerCase()
    .replace(PLAIN_CHARACTERS_PATTERN, (character) => PLAIN_CHARACTERS[character] ?? character)
    .replaceAll("''", '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether the search has a text, but fewer letters and digits than the database's searches need. */
export function isSearchTooShort(text: string): boolean {
  return text !== "" && (normalizeSearchText(text).match(/[\p{L}\p{N}]/gu) ?? []).length < MIN_SEARCH_LENGTH;
}

export const SEARCH_TOO_SHORT_MESSAGE = "Saisissez au moins deux lettres pour chercher.";
