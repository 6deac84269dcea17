/** The number of things that wait, kept fresh without a reload: counted again whenever one comes or is dealt with. */
import { useCallback, useEffect, useState } from "react";
import { useLive } from "../../../components/office/use-live.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { countWaiting, type WaitingCounts } from "./waiting.queries.ts";

/** Null until it is known; what was known stays when the question failed. */
export function useWaitingCount(): WaitingCounts | null {
  const [counts, setCounts] = useState<WaitingCounts | null>(null);

  const refresh = useCallback(async () => {
    try {
      setCounts(await withRenewal(authClient, () => countWaiting(supabase())));
    } catch (error) {
      console.error("office: what waits could not be counted", error);
    }
  }, []);

  useEffect(() => {
    void refresh();
  }, [refresh]);
  useLive(["orders", "product_reviews", "messages", "quotes"], refresh);

  return counts;
}
