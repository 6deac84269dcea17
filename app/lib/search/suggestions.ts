/** Search suggestions: the contract between their endpoint and the search box in the header. */
import { parseTextParam } from "#app/lib/pages/search-params.ts";
import { removeAccents } from "./search-text.ts";

export interface SuggestedProduct {
  name: string;
  slug: string;
  /** Whole francs. */
  price: number;
  image: string | null;
}

export interface Suggestions {
  categories: { slug: string; name: string }[];
  products: SuggestedProduct[];
}

/** A shorter query matches too much. */
export const MIN_QUERY_LENGTH = 2;

/** Equivalent queries get the same text: the fewer URLs there are, the more responses come from the cache. */
export function normalizeQuery(text: string): string {
  return parseTextParam(text).replace(/\s+/g, " ").toLowerCase();
}

/** `query` is the result of `normalizeQuery`. */
export function getSuggestionsPath(query: string): string {
  return `/search-suggestions?q=${encodeURIComponent(query)}`;
}

/** Whether a word of `text` begins with `query`; accents and case are ignored. */
export function hasWordStartingWith(text: string, query: string): boolean {
  return ` ${foldText(text)}`.includes(` ${foldText(query)}`);
}

function foldText(text: string): string {
  return removeAccents(text).replace(/['’-]/g, " ").toLowerCase();
}
