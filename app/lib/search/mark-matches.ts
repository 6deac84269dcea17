/** Which letters of a text a search matched, for marking them in suggestions. */
import { normalizeSearchText } from "./search-text.ts";

export interface TextPart {
  text: string;
  isMatch: boolean;
}

/**
 * The text in parts, of which those are matches that the query contains: as a whole where the text contains all of
 * it, otherwise by each of its words. Accents and case are ignored, as in the search; letters that only resemble the
 * query (a typing mistake) are not marked.
 */
export function markMatches(text: string, query: string): TextPart[] {
  const { normalized, starts } = normalizeByCharacter(text);
  const whole = normalizeSearchText(query);
  const searched = normalized.includes(whole) ? [whole] : whole.split(" ");
  const marked = new Set<number>();
  for (const word of searched) {
    if (word === "") continue;
    for (let at = normalized.indexOf(word); at !== -1; at = normalized.indexOf(word, at + 1)) {
      // A word of one or two letters occurs in too many others.
      if (word.length < 3 && searched.length > 1 && /[\p{L}\p{N}]/u.test(normalized[at - 1] ?? "")) continue;
      for (let offset = 0; offset < word.length; offset++) marked.add(starts[at + offset] ?? 0);
    }
  }
  const parts: TextPart[] = [];
  let isMatch = false;
  for (const { segment, index } of splitCharacters(text)) {
    isMatch = marked.has(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += segment;
    else parts.push({ text: segment, isMatch });
  }
  return parts;
}

/** The normalized text, and for each of its code units the index of the character in the text that it comes from. */
function normalizeByCharacter(text: string): { normalized: string; starts: number[] } {
  let normalized = "";
  const starts: number[] = [];
  for (const { segment, index } of splitCharacters(text)) {
    // Alone, a space would be trimmed.
    const plain = /^\s+$/.test(segment) ? " " : normalizeSearchText(segment);
    normalized += plain;
    for (let unit = 0; unit < plain.length; unit++) starts.push(index);
  }
  return { normalized, starts };
}

/** A letter and the accents that follow it are one character. */
function splitCharacters(text: string): { segment: string; index: number }[] {
  return [...text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)].map(({ 0: segment, index }) => ({ segment, index }));
}
