/** The customer's orders as the account lists them: a page at first, the next one on request. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { toastError } from "../../components/ui/toast/toast.ts";
import { authClient } from "../../lib/auth.client.ts";
import type { StoredOrder } from "../../lib/stored-order.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { withRenewal } from "../../lib/with-renewal.ts";
import { listOrders, type OrderPage } from "./order.queries.ts";

export const ORDERS_FAILED = "Impossible de récupérer vos commandes";

interface Listing {
  orders: readonly StoredOrder[];
  more: boolean;
  phase: "loading" | "ready" | "failed";
}

const unread: Listing = { orders: [], more: false, phase: "loading" };

function nextListing(listing: Listing, event: OrderPage | "asked" | "failed"): Listing {
  if (event === "asked") return { ...listing, phase: "loading" };
  if (event === "failed") return { ...listing, phase: "failed" };
  return { orders: [...listing.orders, ...event.orders], more: event.more, phase: "ready" };
}

/** `next` asks for the following page, or again after a failure. */
export function useOrders(email: string): Listing & { next(): void } {
  const [listing, tell] = useReducer(nextListing, unread);
  const asking = useRef(false);
  const last = listing.orders.at(-1) ?? null;

  const next = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    tell("asked");
    try {
      tell(await withRenewal(authClient, () => listOrders(supabase(), email, last)));
    } catch (error) {
      console.error("orders: the list", error);
      toastError(ORDERS_FAILED);
      tell("failed");
    } finally {
      asking.current = false;
    }
  }, [email, last]);

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void next();
  }, [next]);

  return { ...listing, next };
}
