/** Loads the suggestions while a query is typed. */
import { useEffect, useState } from "react";
import type { Result } from "#app/lib/result.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { getSuggestionsPath, type Suggestions } from "#app/lib/search/suggestions.ts";

/** The debounce delay of the input, ms. */
const DEBOUNCE_MS = 180;

interface SuggestionsState {
  /** Of the query, or while its own are loading, of the one before it; null while there are none to show. */
  result: Result<Suggestions> | null;
  isLoading: boolean;
}

/**
 * The suggestions for the query in a category (a slug, null for the whole shop), which does not change. They are
 * cached per query; a failure lasts until the query changes.
 */
export function useSuggestions(query: string, category: string | null): SuggestionsState {
  const [cache, setCache] = useState<ReadonlyMap<string, Suggestions>>(new Map());
  const [shownQuery, setShownQuery] = useState<string | null>(null);
  const [failedQuery, setFailedQuery] = useState<string | null>(null);
  const isSearched = query !== "" && !isSearchTooShort(query);
  const isCached = cache.has(query);
  useEffect(() => {
    if (!isSearched) setShownQuery(null);
    else if (isCached) setShownQuery(query);
    if (!isSearched || isCached) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(getSuggestionsPath(query, category), { signal: abort.signal });
        if (!response.ok) throw new Error(`suggestions: ${response.status}`);
        const suggestions: Suggestions = await response.json();
        setCache((before) => new Map(before).set(query, suggestions));
      } catch {
        // The search itself works without suggestions.
        if (!abort.signal.aborted) setFailedQuery(query);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      setFailedQuery(null);
    };
  }, [query, category, isSearched, isCached]);
  if (!isSearched) return { result: null, isLoading: false };
  if (failedQuery === query) return { result: { ok: false }, isLoading: false };
  const shown = cache.get(query) ?? (shownQuery === null ? undefined : cache.get(shownQuery));
  return { result: shown ? { ok: true, value: shown } : null, isLoading: !isCached };
}
