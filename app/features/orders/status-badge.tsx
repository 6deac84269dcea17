/** The status of an order as a coloured badge. */
import { statusColor, statusLabel } from "./order-status.ts";

const colors = {
  green: "bg-success-soft text-success-strong",
  blue: "bg-info-soft text-info",
  orange: "bg-pending-soft text-warning-strong",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge whitespace-nowrap ${colors[statusColor(status)]}`}>{statusLabel(status)}</span>
  );
}
