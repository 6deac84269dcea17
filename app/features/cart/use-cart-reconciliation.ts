/** Reconciles the cart with the shop when a page that shows it opens, and on request. */
import { useCallback, useEffect, useState } from "react";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listCartProducts } from "./cart.queries.ts";
import { useCart } from "./cart-provider.tsx";
import { reconcileCart } from "./reconcile-cart.ts";

export type ReconciliationState = "checking" | "checked" | "failed";

/** `check` reads all products in one request; a failure is logged and leaves the cart unchanged. */
export function useCartReconciliation(): { state: ReconciliationState; check: () => Promise<void> } {
  const { items, ready, reconcile } = useCart();
  const [state, setState] = useState<ReconciliationState>("checking");
  const ids = items.map(({ id }) => id).join();

  const check = useCallback(async () => {
    const requestedIds = ids === "" ? [] : ids.split(",");
    try {
      const products = requestedIds.length === 0 ? [] : await listCartProducts(getSupabase(), requestedIds);
      reconcile((current) => reconcileCart(current, requestedIds, products));
      setState("checked");
    } catch (error) {
      console.error("cart: the lines could not be compared with the shop", error);
      setState("failed");
    }
  }, [ids, reconcile]);

  useEffect(() => {
    // Runs once: lines that the shopper adds or removes here have just been compared.
    if (ready && state === "checking") void check();
  }, [ready, state, check]);

  return { state, check };
}
