/**
 * The statuses of an order as administrators see them: labels, colors and transitions. Customers see those of
 * `features/orders/order-status.ts`. A status that is not listed is possible in a tab that is older than the
 * database: it is shown by its name.
 */
import type { TagColor } from "#app/components/admin/tag.tsx";
import type { Right } from "#app/features/admin/shared/rights.ts";
import { ORDER_STATUS_VALUES, type OrderStatus } from "#app/lib/supabase/database.types.ts";

interface OrderStatusPresentation {
  label: string;
  color: TagColor;
  dashboardColor: TagColor;
}

/** The status of a new order is set by the database, every other one by the staff. */
export type NextStatus = Exclude<OrderStatus, "pending">;

interface Transition {
  /** The previous statuses from which the database accepts it. */
  from: readonly OrderStatus[];
  /** The label of the button. */
  action: string;
  /** The label of the step in the order's history. */
  step: string;
  /** The right that the database asks for. */
  right: Right;
}

const orderStatuses: Readonly<Record<OrderStatus, OrderStatusPresentation>> = {
  pending: { label: "En attente", color: "amber", dashboardColor: "amber" },
  processing: { label: "En cours", color: "blue", dashboardColor: "blue" },
  completed: { label: "Terminée", color: "green", dashboardColor: "green" },
  cancelled: { label: "Annulée", color: "red", dashboardColor: "amber" },
};

export const transitions: Readonly<Record<NextStatus, Transition>> = {
  processing: { from: ["pending"], action: "Traiter", step: "Prise en charge", right: "orders.prepare" },
  completed: {
    from: ["pending", "processing"],
    action: "Terminer",
    step: "Terminée",
    right: "orders.complete",
  },
  cancelled: { from: ["pending", "processing"], action: "Annuler", step: "Annulée", right: "orders.cancel" },
};

export const NEXT_STATUSES = ORDER_STATUS_VALUES.filter((status) => status !== "pending");

/** Whether no transition leads away from the status. */
export function isFinalStatus(status: OrderStatus): boolean {
  return NEXT_STATUSES.every((next) => !transitions[next].from.includes(status));
}

/** The documented French names that have the color of a status too; the database accepts the English ones only. */
const aliases = new Map<string, OrderStatus>([
  ["en_attente", "pending"],
  ["en_cours", "processing"],
  ["terminée", "completed"],
  ["annulée", "cancelled"],
]);

export function getOrderStatusLabel(status: string): string {
  return isOrderStatus(status) ? orderStatuses[status].label : status;
}

export function getOrderStatusColor(status: string): TagColor {
  const known = aliases.get(status) ?? status;
  return isOrderStatus(known) ? orderStatuses[known].color : "gray";
}

/** The dashboard has no color of its own for a cancelled order. */
export function getDashboardStatusColor(status: string): TagColor {
  return isOrderStatus(status) ? orderStatuses[status].dashboardColor : "amber";
}

export function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(orderStatuses, status);
}
