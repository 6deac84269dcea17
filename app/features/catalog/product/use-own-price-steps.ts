/**
 * The prices of a customer who has a price list, read after the page, which is the same for everybody. Nobody else's
 * browser loads this or asks.
 */
import { useEffect, useState } from "react";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import type { ItemPriceSteps } from "./price-steps.queries.ts";

/** `shared` are everybody's. */
export function useOwnPriceSteps(productId: string, shared: ItemPriceSteps): ItemPriceSteps {
  const [own, setOwn] = useState<ItemPriceSteps | null>(null);
  useEffect(() => {
    if (!hasStoredSession()) return;
    let isCurrent = true;
    async function load() {
      try {
        const [{ getSupabase }, { listPriceSteps }] = await Promise.all([
          import("#app/lib/supabase/supabase.client.ts"),
          import("./price-steps.queries.ts"),
        ]);
        const steps = await listPriceSteps(getSupabase(), productId);
        if (isCurrent) setOwn(steps);
      } catch (error) {
        console.error("product: the customer's own prices could not be read", error);
      }
    }
    void load();
    return () => {
      isCurrent = false;
    };
  }, [productId]);
  return own ?? shared;
}
