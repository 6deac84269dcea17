/** The status of an order as a coloured badge. */
import { statusColor, statusLabel } from "./order-status.ts";

const colors = {
  green: "bg-leaf-soft text-leaf-deep",
  blue: "bg-blue-soft text-blue",
  orange: "bg-orange-soft text-orange",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge whitespace-nowrap ${colors[statusColor(status)]}`}>{statusLabel(status)}</span>
  );
}
