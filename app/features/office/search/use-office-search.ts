/** What the search of the top bar has found so far, after a pause in typing; an answer that comes too late is dropped. */
import { useEffect, useState } from "react";
import { supabase } from "../../../lib/supabase.client.ts";
import { type HitGroup, searchOffice } from "./search.queries.ts";

/** A pause in typing, ms. */
const PAUSE = 200;
/** Fewer letters say too little. */
const MIN_LETTERS = 2;

export type SearchState =
  | { status: "idle" }
  | { status: "searching" }
  | { status: "failed" }
  | { status: "found"; groups: readonly HitGroup[] };

const idle: SearchState = { status: "idle" };

export function useOfficeSearch(text: string): SearchState {
  const [state, setState] = useState<SearchState>(idle);
  const query = text.trim();
  useEffect(() => {
    if (query.length < MIN_LETTERS) {
      setState(idle);
      return;
    }
    const abort = new AbortController();
    setState({ status: "searching" });
    const timer = setTimeout(async () => {
      try {
        const groups = await searchOffice(supabase(), query, abort.signal);
        if (!abort.signal.aborted) setState({ status: "found", groups });
      } catch (error) {
        if (abort.signal.aborted) return;
        console.error("office: the search failed", error);
        setState({ status: "failed" });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return state;
}
