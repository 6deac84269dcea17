/** The prepared orders that a run could take, by zone. */
import Plus from "lucide-react/icons/plus";
import { Panel } from "#app/components/admin/panel.tsx";
import { useRowFocus } from "#app/components/admin/use-row-focus.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { PlannedOrderText } from "./planned-order-text.tsx";
import type { PlannedOrder } from "./run.ts";

/** The name that is shown for orders of no zone. */
export const NO_ZONE = "Sans zone";

interface OrdersToPlanProps {
  orders: readonly PlannedOrder[];
  onAdd(orders: PlannedOrder[]): void;
}

export function OrdersToPlan({ orders, onAdd }: OrdersToPlanProps) {
  const { list, onFocus } = useRowFocus<HTMLUListElement>("header, li li");
  const zones = [...Map.groupBy(orders, ({ zone_name }) => zone_name ?? NO_ZONE)];
  return (
    <Panel title={`À planifier (${orders.length})`}>
      {orders.length === 0 && (
        <p className="p-4 text-sm text-muted">
          Aucune autre commande préparée n'attend pour ce jour. Les commandes deviennent disponibles dès
          qu'elles sont préparées.
        </p>
      )}
      <ul ref={list} onFocus={onFocus}>
        {zones.map(([zone, inZone]) => (
          <li key={zone} className="border-b border-border last:border-b-0">
            <section aria-label={zone}>
              <header className="flex flex-wrap items-center justify-between gap-2 bg-surface px-4 py-1.5">
                <h3 className="text-sm">
                  {zone} ({inZone.length})
                </h3>
                <Button variant="outline" onClick={() => onAdd(inZone)}>
                  Tout ajouter
                  <span className="sr-only"> : {zone}</span>
                </Button>
              </header>
              <ul className="divide-y divide-border">
                {inZone.map((order) => (
                  <li key={order.order_id} className="flex items-start gap-3 px-4 py-2">
                    <span className="min-w-0 grow">
                      <PlannedOrderText order={order} />
                      <span className="text-sm font-semibold tabular-nums">
                        {formatXof(order.due_amount)}
                      </span>
                    </span>
                    <Button
                      variant="outline"
                      className="shrink-0 px-2! max-md:min-w-11"
                      title="Ajouter"
                      aria-label={`Ajouter : ${order.number}`}
                      onClick={() => onAdd([order])}
                    >
                      <Plus aria-hidden size={16} />
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
