/** Records that the orders of a picking list are prepared, one after the other. */
import { useRef, useState } from "react";
import { assertOnline } from "#app/components/admin/use-online.ts";
import { recordOrderEvent } from "#app/features/admin/orders/events/order-events.mutations.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { ListedOrder } from "./pick-list.ts";

export interface Failure extends ListedOrder {
  reason: string;
}

export function usePrepared() {
  const [busy, setBusy] = useState(false);
  /** The ids of the events by order: sent again after a lost answer, each is the same. */
  const eventIds = useRef(new Map<string, string>());

  /** Resolves to the orders that could not be recorded, with the reasons; null without a network. */
  async function record(orders: readonly ListedOrder[]): Promise<Failure[] | null> {
    if (!assertOnline("rien n'est enregistré.")) return null;
    setBusy(true);
    const failures: Failure[] = [];
    for (const order of orders) {
      const id = eventIds.current.get(order.id) ?? randomId();
      eventIds.current.set(order.id, id);
      try {
        await recordOrderEvent(getSupabase(), {
          id,
          order_id: order.id,
          kind: "prepared",
          data: {},
          contents: order.contents,
        });
      } catch (error) {
        console.error("admin: an order could not be recorded as prepared", error);
        failures.push({ ...order, reason: toUserMessage(error) });
      }
    }
    setBusy(false);
    return failures;
  }

  return { busy, record };
}
