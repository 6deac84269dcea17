/** Changes an order's status once, and reports the outcome. */
import { useRef, useState } from "react";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { getOrderStatusLabel } from "#app/features/admin/shared/labels/order-statuses.ts";
import { getForbiddenMessage, toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { AdminOrder } from "./admin-order.ts";
import { type StatusChange, updateOrderStatus } from "./order-status.mutations.ts";
import { getOrdersByIds } from "./orders.queries.ts";

const UPDATE_FAILED_MESSAGE = "Impossible de mettre à jour le statut.";

/**
 * `rejected`: the order has another status by now, which has been reported; `failed`: the reason why nothing
 * was changed.
 */
export type StatusChangeResult =
  | { kind: "changed" }
  | { kind: "rejected" }
  | { kind: "failed"; message: string };

export interface OrderStatusMutation {
  /** The status that an order is being changed to. */
  getPendingStatus(order: AdminOrder): string | null;
  mutate(order: AdminOrder, change: StatusChange): Promise<StatusChangeResult | null>;
}

/**
 * `onChanged` receives the order in its current state. `mutate` resolves to null while another change of the
 * same order is pending.
 */
export function useOrderStatusMutation(onChanged: (order: AdminOrder) => void): OrderStatusMutation {
  const [pending, setPending] = useState<ReadonlyMap<string, string>>(new Map());
  /** A ref, since a second press may come before the next render. */
  const pendingIds = useRef(new Set<string>());

  async function mutate(order: AdminOrder, change: StatusChange): Promise<StatusChangeResult | null> {
    const { id } = order;
    if (pendingIds.current.has(id)) return null;
    pendingIds.current.add(id);
    setPending((all) => new Map(all).set(id, change.status));
    try {
      return await attempt(order, change);
    } catch (error) {
      console.error("admin: the status could not be changed", error);
      const message = `${UPDATE_FAILED_MESSAGE} ${toUserMessage(error)}`;
      toastError(message);
      return { kind: "failed", message };
    } finally {
      pendingIds.current.delete(id);
      setPending((all) => new Map([...all].filter(([key]) => key !== id)));
    }
  }

  async function attempt(order: AdminOrder, change: StatusChange): Promise<StatusChangeResult> {
    const isChanged = await updateOrderStatus(getSupabase(), order.id, change);
    const now = await refetchOrder(order.id);
    if (isChanged) {
      onChanged(now ?? { ...order, ...change });
      toast({
        title: "Statut de la commande mis à jour.",
        description: `${order.number} : ${getOrderStatusLabel(change.status).toLowerCase()}`,
        // The toast of a later order replaces the previous one.
        topic: "order status",
      });
      return { kind: "changed" };
    }
    if (now) onChanged(now);
    toastError(`${UPDATE_FAILED_MESSAGE} ${now ? formatAlreadyChanged(now) : getForbiddenMessage()}`);
    return { kind: "rejected" };
  }

  return { getPendingStatus: ({ id }) => pending.get(id) ?? null, mutate };
}

/** Null when it is not visible any more, or failed to load. */
async function refetchOrder(id: string): Promise<AdminOrder | null> {
  try {
    const [order] = await getOrdersByIds(getSupabase(), [id]);
    return order ?? null;
  } catch (error) {
    console.error("admin: the order could not be reloaded", error);
    return null;
  }
}

function formatAlreadyChanged({ number, status }: AdminOrder): string {
  return `La commande ${number} est déjà ${getOrderStatusLabel(status).toLowerCase()}.`;
}
