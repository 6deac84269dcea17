/** The stops of a planned run in their order, which buttons change. */
import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import { Panel } from "#app/components/admin/panel.tsx";
import { useRowFocus } from "#app/components/admin/use-row-focus.ts";
import { Button } from "#app/components/ui/button.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatWeight } from "#app/lib/format/weights.ts";
import { PlannedOrderText } from "./planned-order-text.tsx";
import { getTotals, move, type PlannedOrder, sortByPosition } from "./run.ts";

interface StopListProps {
  stops: readonly PlannedOrder[];
  onChange(stops: PlannedOrder[]): void;
}

export function StopList({ stops, onChange }: StopListProps) {
  const { list, onFocus } = useRowFocus<HTMLOListElement>("li");
  const { due, grams } = getTotals(stops);
  const arrows = [
    { label: "Plus tôt", by: -1, Icon: ArrowUp },
    { label: "Plus tard", by: 1, Icon: ArrowDown },
  ];
  return (
    <Panel
      title={stops.length === 0 ? "Arrêts" : `Arrêts (${stops.length})`}
      actions={
        stops.length > 2 && (
          <Button variant="outline" onClick={() => onChange(sortByPosition(stops))}>
            Ordonner par position
          </Button>
        )
      }
    >
      {stops.length === 0 ? (
        <p className="p-4 text-sm text-muted">
          Ajoutez des commandes préparées : elles seront livrées dans cet ordre.
        </p>
      ) : (
        <>
          <ol ref={list} onFocus={onFocus} className="divide-y divide-border">
            {stops.map((order, index) => (
              <li key={order.order_id} className="flex flex-wrap items-start gap-3 px-4 py-2">
                <span className="min-w-6 shrink-0 font-bold tabular-nums">{index + 1}.</span>
                <span className="min-w-0 grow basis-56">
                  <PlannedOrderText order={order} />
                </span>
                <span className="ml-auto flex items-center gap-1.5">
                  <span className="mr-2 text-sm font-semibold whitespace-nowrap tabular-nums">
                    {formatXof(order.due_amount)}
                  </span>
                  {arrows.map(({ label, by, Icon }) => (
                    <Button
                      key={label}
                      variant="outline"
                      className="px-2! max-md:min-w-11"
                      title={label}
                      aria-label={`${label} : ${order.number}`}
                      aria-disabled={!stops[index + by]}
                      onClick={() => stops[index + by] && onChange(move(stops, index, by))}
                    >
                      <Icon aria-hidden size={16} />
                    </Button>
                  ))}
                  <Button
                    variant="outline"
                    className="px-2! max-md:min-w-11"
                    title="Retirer"
                    aria-label={`Retirer : ${order.number}`}
                    onClick={() => onChange(stops.filter((stop) => stop !== order))}
                  >
                    <X aria-hidden size={16} />
                  </Button>
                </span>
              </li>
            ))}
          </ol>
          <p className="border-t border-border px-4 py-2 text-sm">
            À encaisser : <strong className="tabular-nums">{formatXof(due)}</strong>
            {grams > 0 && ` · ${formatWeight(grams)}`}
          </p>
        </>
      )}
    </Panel>
  );
}
