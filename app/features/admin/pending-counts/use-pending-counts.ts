/** The pending counts, updated in real time. */
import { useCallback, useEffect, useState } from "react";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { realtimeTables } from "#app/lib/supabase/subscribe-to-tables.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getPendingCounts, type PendingCounts } from "./pending-counts.queries.ts";

/** Null until they are loaded; a failed update keeps the previous counts. */
export function usePendingCounts(): PendingCounts | null {
  const [counts, setCounts] = useState<PendingCounts | null>(null);

  const refresh = useCallback(async () => {
    try {
      setCounts(await getPendingCounts(getSupabase()));
    } catch (error) {
      console.error("admin: the pending counts could not be loaded", error);
    }
  }, []);

  useEffect(() => {
    void refresh();
  }, [refresh]);
  useRealtimeRevalidation(realtimeTables, refresh);

  return counts;
}
