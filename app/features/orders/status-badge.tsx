/** The status of an order as a coloured badge. */
import { getStatusColor, getStatusLabel } from "./order-status.ts";

const colors = {
  green: "bg-success-soft text-success-strong",
  blue: "bg-info-soft text-info",
  orange: "bg-pending-soft text-warning-strong",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge whitespace-nowrap ${colors[getStatusColor(status)]}`}>
      {getStatusLabel(status)}
    </span>
  );
}
