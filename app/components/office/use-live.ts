/** For a screen that follows the database while it is open: new rows and those that others change appear by themselves. */
import { useEffect, useEffectEvent } from "react";
import { stayFresh } from "../../lib/stay-fresh.ts";
import { hasStoredSession } from "../../lib/stored-session.ts";
import {
  isBackendReachable,
  type LiveTable,
  liveTables,
  watchTables,
} from "../../lib/watch-tables.client.ts";

/**
 * Calls `reread` whenever one of the tables has changed or may have: also once it begins to watch, as something can
 * have happened since the screen was read. Without a connection it is called every minute. What it gives is waited
 * for; a failure of its own is its own to report.
 *
 * @example useLive(["messages"], revalidate)
 */
export function useLive(tables: readonly LiveTable[], reread: () => unknown): void {
  const ask = useEffectEvent(reread);
  // As a text, which is the same with each rendering.
  const names = tables.join();
  useEffect(() => {
    const watched = liveTables.filter((table) => names.split(",").includes(table));
    return stayFresh(
      { watch: (listener) => watchTables(watched, listener), isReachable: isBackendReachable },
      // Whoever has just signed out is on the way to the door.
      () => hasStoredSession() && ask(),
    );
  }, [names]);
}
