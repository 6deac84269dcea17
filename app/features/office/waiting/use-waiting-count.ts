/**
 * The number of things that wait, kept fresh without a reload: asked for with each screen, when the window is looked
 * at again, and every minute. The one place that realtime has to speak to.
 */
import { useCallback, useEffect, useState } from "react";
import { authClient, supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { countWaiting, type WaitingCounts } from "./waiting.queries.ts";

const EVERY_MS = 60_000;

/** Null until it is known; what was known stays when the question failed. `screen` changes with each navigation. */
export function useWaitingCount(screen: string): WaitingCounts | null {
  const [counts, setCounts] = useState<WaitingCounts | null>(null);

  const refresh = useCallback(async () => {
    try {
      setCounts(await withRenewal(authClient, () => countWaiting(supabase())));
    } catch (error) {
      console.error("office: what waits could not be counted", error);
    }
  }, []);

  useEffect(() => {
    if (screen) void refresh();
  }, [screen, refresh]);

  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), EVERY_MS);
    window.addEventListener("focus", refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", refresh);
    };
  }, [refresh]);

  return counts;
}
