/** Bringing an order to its next state, once, and saying what came of it. */
import { useRef, useState } from "react";
import { toast, toastError } from "../../../components/ui/toast/toast.ts";
import { authClient } from "../../../lib/auth.client.ts";
import { supabase } from "../../../lib/supabase.client.ts";
import { withRenewal } from "../../../lib/with-renewal.ts";
import { notAllowed, refusalMessage } from "../refusal.ts";
import { statusLabel } from "../status-tones.ts";
import type { OfficeOrder } from "./office-order.ts";
import { changeStatus, type StatusChange } from "./order-status.mutations.ts";
import { readOrders } from "./orders.queries.ts";

const FAILED = "Impossible de mettre à jour le statut.";

/** `refused`: the order has another state by now, which has been said; else the reason why nothing was done. */
export type StatusOutcome = { kind: "changed" } | { kind: "refused" } | { kind: "failed"; message: string };

export interface StatusAccess {
  /** The state that an order is just being brought to. */
  pendingOf(order: OfficeOrder): string | null;
  change(order: OfficeOrder, change: StatusChange): Promise<StatusOutcome | null>;
}

/** `onChanged` gets the order as it stands now. A change of an order whose last one has no answer yet is not begun: null. */
export function useOrderStatus(onChanged: (order: OfficeOrder) => void): StatusAccess {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  /** Known at once, where a second press may come before the next rendering. */
  const running = useRef(new Set<string>());

  async function change(order: OfficeOrder, wanted: StatusChange): Promise<StatusOutcome | null> {
    const { id } = order;
    if (running.current.has(id)) return null;
    running.current.add(id);
    setPending((all) => new Map(all).set(id, wanted.status));
    try {
      return await attempt(order, wanted);
    } catch (error) {
      console.error("office: the status could not be changed", error);
      const message = `${FAILED} ${refusalMessage(error)}`;
      toastError(message);
      return { kind: "failed", message };
    } finally {
      running.current.delete(id);
      setPending((all) => new Map([...all].filter(([key]) => key !== id)));
    }
  }

  async function attempt(order: OfficeOrder, wanted: StatusChange): Promise<StatusOutcome> {
    const client = supabase();
    const isChanged = await withRenewal(authClient, () => changeStatus(client, order.id, wanted));
    const now = await readAgain(order.id);
    if (isChanged) {
      onChanged(now ?? { ...order, ...wanted });
      toast({
        title: "Statut de la commande mis à jour.",
        description: `${order.number} : ${statusLabel(wanted.status).toLowerCase()}`,
        // One order after the other: what was said of the last one makes room.
        topic: "order status",
      });
      return { kind: "changed" };
    }
    if (now) onChanged(now);
    toastError(`${FAILED} ${now ? alreadyElse(now) : notAllowed()}`);
    return { kind: "refused" };
  }

  return { pendingOf: ({ id }) => pending.get(id) ?? null, change };
}

/** Null when it is not to be seen any more, or could not be read. */
async function readAgain(id: string): Promise<OfficeOrder | null> {
  try {
    const [order] = await readOrders(supabase(), [id]);
    return order ?? null;
  } catch (error) {
    console.error("office: the order could not be read again", error);
    return null;
  }
}

function alreadyElse({ number, status }: OfficeOrder): string {
  return `La commande ${number} est déjà ${statusLabel(status).toLowerCase()}.`;
}
