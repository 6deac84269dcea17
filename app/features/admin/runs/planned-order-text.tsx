/** What a list says of an order of a run: who, where, and when. */
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import type { PlannedOrder } from "./run.ts";

export function PlannedOrderText({ order }: { order: PlannedOrder }) {
  const { number, customer_name, customer_phone, address, delivery_half } = order;
  return (
    <span className="grid min-w-0 text-sm wrap-anywhere">
      <span>
        <strong>{customer_name}</strong> <span className="whitespace-nowrap text-muted">{number}</span>
      </span>
      <span>{address.lines.join(", ")}</span>
      {address.landmark && <span>Repère : {address.landmark}</span>}
      <span className="text-muted">
        {[
          customer_phone,
          delivery_half && HALF_DAY_LABELS[delivery_half],
          !address.position && "sans position",
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </span>
  );
}
