/**
 * Real-time updates of the orders on the screen. On the first page of all orders, new ones appear
 * automatically. With filters or on other pages, the rows stay in place and only change; new orders are
 * counted.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { AdminOrder } from "./admin-order.ts";
import { countOrdersSince, getOrdersByIds, type OrderPage } from "./orders.queries.ts";

interface RealtimeOrders {
  /** The current state of a row of the page. */
  getCurrent(order: AdminOrder): AdminOrder;
  /** The number of new orders that are not shown. */
  newCount: number;
  replace(order: AdminOrder): void;
}

/** `loadedPage`: null when the page failed to load; `isLatest`: the page shows the newest of all orders. */
export function useRealtimeOrders(loadedPage: OrderPage | null, isLatest: boolean): RealtimeOrders {
  const { revalidate } = useRevalidator();
  const [updates, setUpdates] = useState({
    page: loadedPage,
    changed: new Map<string, AdminOrder>(),
    newCount: 0,
  });
  // A newly loaded page replaces the updates that were recorded since the previous one.
  const { changed, newCount } = updates.page === loadedPage ? updates : { changed: new Map(), newCount: 0 };

  // A mutation resolves later, when another page may have been loaded.
  const latest = useRef(loadedPage);
  useLayoutEffect(() => {
    latest.current = loadedPage;
  }, [loadedPage]);

  /** `of`: the page that the update belongs to. */
  function recordUpdates(of: OrderPage | null, orders: readonly AdminOrder[], count?: number) {
    setUpdates((old) => {
      if (of !== latest.current) return old;
      const current = old.page === of ? old : { changed: [], newCount: 0 };
      return {
        page: of,
        changed: new Map([...current.changed, ...orders.map((order) => [order.id, order] as const)]),
        newCount: count ?? current.newCount,
      };
    });
  }

  useRealtimeRevalidation(["orders"], async () => {
    if (!loadedPage || isLatest) return revalidate();
    const [orders, count] = await Promise.all([
      getOrdersByIds(
        getSupabase(),
        loadedPage.rows.map(({ id }) => id),
      ),
      countOrdersSince(getSupabase(), loadedPage.newestCreatedAt),
    ]);
    recordUpdates(loadedPage, orders, count);
  });

  return {
    getCurrent: (order) => changed.get(order.id) ?? order,
    newCount,
    replace: (order) => recordUpdates(latest.current, [order]),
  };
}
