/** The pending counts, updated in real time. */
import { useCallback, useEffect, useState } from "react";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { realtimeTables } from "#app/lib/supabase/subscribe-to-tables.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getPendingCounts, type PendingCounts } from "./pending-counts.queries.ts";

/** After a failure, doubled with each further one, up to the last. */
const RETRY_MS = 2000;
const MAX_RETRY_MS = 64_000;

/** Null until they are loaded; a failed update keeps the previous counts, and is tried again. */
export function usePendingCounts(): PendingCounts | null {
  const [counts, setCounts] = useState<PendingCounts | null>(null);
  const [failures, setFailures] = useState(0);

  const refresh = useCallback(async () => {
    try {
      setCounts(await getPendingCounts(getSupabase()));
      setFailures(0);
    } catch (error) {
      console.error("admin: the pending counts could not be loaded", error);
      setFailures((count) => count + 1);
    }
  }, []);

  useEffect(() => {
    if (failures === 0) return;
    const wait = Math.min(RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
    const timer = setTimeout(() => void refresh(), wait);
    return () => clearTimeout(timer);
  }, [failures, refresh]);

  useEffect(() => {
    void refresh();
  }, [refresh]);
  useRealtimeRevalidation(realtimeTables, refresh);

  return counts;
}
