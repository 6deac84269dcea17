/** The status of an order as a word on its colour. */
import { statusLabel, statusTone } from "./order-status.ts";

const tones = {
  green: "bg-leaf-soft text-leaf-deep",
  blue: "bg-blue-soft text-blue",
  orange: "bg-orange-soft text-orange",
};

export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={`badge whitespace-nowrap ${tones[statusTone(status)]}`}>{statusLabel(status)}</span>
  );
}
