/** The customer's orders on the account page: the first page, and further ones on request. */
import { useCallback, useEffect, useReducer, useRef } from "react";
import { toastError } from "#app/components/ui/toast/toast.ts";
import type { Order } from "#app/lib/models/order.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listOrders, type OrderOwner, type OrderPage } from "./order.queries.ts";

export const ORDERS_ERROR = "Impossible de récupérer vos commandes";

interface OrderListState {
  orders: readonly Order[];
  hasMore: boolean;
  status: "loading" | "ready" | "failed";
}

const initialState: OrderListState = { orders: [], hasMore: false, status: "loading" };

function orderListReducer(state: OrderListState, event: OrderPage | "requested" | "failed"): OrderListState {
  if (event === "requested") return { ...state, status: "loading" };
  if (event === "failed") return { ...state, status: "failed" };
  return { orders: [...state.orders, ...event.orders], hasMore: event.hasMore, status: "ready" };
}

/** `loadMore` requests the next page; after a failure it retries. */
export function useOrders(owner: OrderOwner): OrderListState & { loadMore(): void } {
  const [state, dispatch] = useReducer(orderListReducer, initialState);
  const inFlight = useRef(false);
  const last = state.orders.at(-1) ?? null;

  const loadMore = useCallback(async () => {
    if (inFlight.current) return;
    inFlight.current = true;
    dispatch("requested");
    try {
      dispatch(await listOrders(getSupabase(), owner, last));
    } catch (error) {
      console.error("orders: the list", error);
      toastError(ORDERS_ERROR);
      dispatch("failed");
    } finally {
      inFlight.current = false;
    }
  }, [owner, last]);

  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void loadMore();
  }, [loadMore]);

  return { ...state, loadMore };
}
