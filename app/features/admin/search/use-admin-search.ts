/** The state of the search in the top bar, debounced; outdated responses are ignored. */
import { useEffect, useEffectEvent, useState } from "react";
import { useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type SearchHitGroup, searchAdmin } from "./search.queries.ts";

/** Debounce of the search field, in ms. */
const DEBOUNCE_MS = 200;

export type SearchState =
  | { status: "idle" }
  | { status: "searching" }
  | { status: "failed" }
  | { status: "found"; groups: readonly SearchHitGroup[] };

const idle: SearchState = { status: "idle" };

export function useAdminSearch(text: string): SearchState {
  const mayOpen = useMayOpen();
  const search = useEffectEvent((typed: string, signal: AbortSignal) =>
    searchAdmin(getSupabase(), typed, mayOpen, signal),
  );
  const [state, setState] = useState<SearchState>(idle);
  const query = text.trim();
  useEffect(() => {
    if (query === "" || isSearchTooShort(query)) {
      setState(idle);
      return;
    }
    const abort = new AbortController();
    setState({ status: "searching" });
    const timer = setTimeout(async () => {
      try {
        const groups = await search(query, abort.signal);
        if (!abort.signal.aborted) setState({ status: "found", groups });
      } catch (error) {
        if (abort.signal.aborted) return;
        console.error("admin: the search failed", error);
        setState({ status: "failed" });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return state;
}
