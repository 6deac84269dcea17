/**
 * The orders on the screen, kept as they are in the database. On the first page of all orders new ones come in by
 * themselves. Wherever the address asks for some of them, the rows that are shown stay in their places and only
 * change; what has come meanwhile is counted.
 */
import { useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useLive } from "../../../components/office/use-live.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import type { OfficeOrder } from "./office-order.ts";
import { countOrdersSince, type OrderPage, readOrders } from "./orders.queries.ts";

interface OrderRows {
  /** A row of the page as it stands now. */
  current(order: OfficeOrder): OfficeOrder;
  /** New orders that are not shown. */
  incoming: number;
  replace(order: OfficeOrder): void;
}

/** `read`: null when it could not be read; `isLatest`: it shows the newest of all orders. */
export function useOrderRows(read: OrderPage | null, isLatest: boolean): OrderRows {
  const { revalidate } = useRevalidator();
  const [since, setSince] = useState({ read, changed: new Map<string, OfficeOrder>(), incoming: 0 });
  // What was read anew knows more than what has been noted since the reading before.
  const { changed, incoming } = since.read === read ? since : { changed: new Map(), incoming: 0 };

  // What a press has changed is told later, when another page may have been read.
  const latest = useRef(read);
  useLayoutEffect(() => {
    latest.current = read;
  }, [read]);

  /** `of`: the page that it was asked for. */
  function note(of: OrderPage | null, orders: readonly OfficeOrder[], arrived?: number) {
    setSince((old) => {
      if (of !== latest.current) return old;
      const known = old.read === of ? old : { changed: [], incoming: 0 };
      return {
        read: of,
        changed: new Map([...known.changed, ...orders.map((order) => [order.id, order] as const)]),
        incoming: arrived ?? known.incoming,
      };
    });
  }

  useLive(["orders"], async () => {
    if (!read || isLatest) return revalidate();
    const [orders, arrived] = await withRenewal(authClient, () =>
      Promise.all([
        readOrders(
          supabase(),
          read.rows.map(({ id }) => id),
        ),
        countOrdersSince(supabase(), read.newest),
      ]),
    );
    note(read, orders, arrived);
  });

  return {
    current: (order) => changed.get(order.id) ?? order,
    incoming,
    replace: (order) => note(latest.current, [order]),
  };
}
