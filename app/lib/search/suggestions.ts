/** Search suggestions: the contract between their endpoint and the search box in the header. */
import { parseTextParam } from "#app/lib/pages/search-params.ts";
import { normalizeSearchText } from "./search-text.ts";

export interface SuggestedProduct {
  name: string;
  slug: string;
  /** Whole francs. */
  price: number;
  image: string | null;
}

export interface Suggestions {
  categories: { slug: string; name: string; image: string | null }[];
  brands: { slug: string; name: string }[];
  /** The first results of the search. */
  products: SuggestedProduct[];
}

/** Queries that differ in case or spaces get the same text: the fewer URLs there are, the more responses come from the cache. */
export function normalizeQuery(text: string): string {
  return parseTextParam(text).replace(/\s+/g, " ").toLowerCase();
}

/** `query` is the result of `normalizeQuery`; `category` is a slug, null for the whole shop. */
export function getSuggestionsPath(query: string, category: string | null): string {
  const path = `/search-suggestions?q=${encodeURIComponent(query)}`;
  return category === null ? path : `${path}&category=${encodeURIComponent(category)}`;
}

/** Whether a word of `text` begins with `query`; accents and case are ignored. */
export function hasWordStartingWith(text: string, query: string): boolean {
  return ` ${toWords(text)}`.includes(` ${toWords(query)}`);
}

function toWords(text: string): string {
  return normalizeSearchText(text).replace(/['-]/g, " ");
}
