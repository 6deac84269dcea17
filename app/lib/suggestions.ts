/** What the search proposes while someone types: the contract between its address and the box in the header. */
import { readText } from "./address-params.ts";
import { withoutAccents } from "./search-text.ts";

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

/** Fewer letters say too little. */
export const MIN_LETTERS = 2;

/** The same text for everyone who means the same: the fewer addresses, the more of them are kept. */
export function normalizedQuery(text: string): string {
  return readText(text).replace(/\s+/g, " ").toLowerCase();
}

/** Of a `normalizedQuery`. */
export function suggestionsPath(query: string): string {
  return `/search-suggestions?q=${encodeURIComponent(query)}`;
}

/** Whether some word of `text` begins with `query`, accents and capitals aside. */
export function hasWordLike(text: string, query: string): boolean {
  return ` ${folded(text)}`.includes(` ${folded(query)}`);
}

function folded(text: string): string {
  return withoutAccents(text).replace(/['’-]/g, " ").toLowerCase();
}
