/** The labels and colours of order statuses for customers; the admin has its own. */
import type { OrderStatus } from "#app/lib/supabase/database.types.ts";

type StatusColor = "green" | "blue" | "orange";

const statuses: Readonly<Record<OrderStatus, { label: string; color: StatusColor }>> = {
  pending: { label: "En attente", color: "orange" },
  processing: { label: "En cours", color: "blue" },
  completed: { label: "Livré", color: "green" },
  cancelled: { label: "Annulé", color: "orange" },
};

/** The French label. A status unknown to this version of the code is shown by its name. */
export function getStatusLabel(status: string): string {
  return isOrderStatus(status) ? statuses[status].label : status;
}

export function getStatusColor(status: string): StatusColor {
  return isOrderStatus(status) ? statuses[status].color : "orange";
}

function isOrderStatus(status: string): status is OrderStatus {
  return Object.hasOwn(statuses, status);
}
