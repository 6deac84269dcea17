/** Real-time revalidation: a screen shows new rows, and the changes of other users, while it is open. */
import { useEffect, useEffectEvent } from "react";
import { startRevalidation } from "#app/lib/supabase/revalidation.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import {
  isBackendReachable,
  type RealtimeTable,
  realtimeTables,
  subscribeToTables,
} from "#app/lib/supabase/subscribe-to-tables.client.ts";

/**
 * Calls `revalidate` whenever one of the tables has changed or may have changed: also when the subscription
 * begins, since a change can have happened after the screen was loaded. Without a connection it is called
 * every minute. Its promise is awaited; it reports its own failures. A hidden page waits until it is shown, unless
 * `whileHidden` is set.
 *
 * @example useRealtimeRevalidation(["messages"], revalidate)
 */
export function useRealtimeRevalidation(
  tables: readonly RealtimeTable[],
  revalidate: () => unknown,
  { whileHidden = false }: { whileHidden?: boolean } = {},
): void {
  const onChange = useEffectEvent(revalidate);
  // A string is stable between renders.
  const names = tables.join();
  useEffect(() => {
    const watchedTables = realtimeTables.filter((table) => names.split(",").includes(table));
    return startRevalidation(
      {
        subscribe: (listener) => subscribeToTables(watchedTables, listener),
        isReachable: isBackendReachable,
        whileHidden,
      },
      // A user who has just signed out is being redirected to the sign-in page.
      () => hasStoredSession() && onChange(),
    );
  }, [names, whileHidden]);
}
