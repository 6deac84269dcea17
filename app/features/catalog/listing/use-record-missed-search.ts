/** Counts a search that is not answered, not with all its words, or by descriptions only, when its page is shown. */
import { useEffect } from "react";

export function useRecordMissedSearch(search: string): void {
  useEffect(() => {
    // Loaded apart: nearly no list needs it.
    void import("./missed-search.mutations.ts").then(
      ({ recordMissedSearch }) => recordMissedSearch(search),
      // Without a network it is not counted.
      () => {},
    );
  }, [search]);
}
