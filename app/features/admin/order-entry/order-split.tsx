/** The split of an order: what is missing is delivered later, as an order of its own. */
import { useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { UserError } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatQuantity, isSoldByUnit, type SoldBy } from "#app/lib/format/units.ts";
import { parseWholeNumber } from "#app/lib/forms/whole-number.ts";
import { getLineCredit } from "#app/lib/models/line-credit.ts";
import { formatChatText } from "#app/lib/models/order-messages.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { DeliveryDayField } from "./delivery-day-field.tsx";
import { findKeptPositions } from "./order-differences.ts";
import { Amount, OrderDone } from "./order-done.tsx";
import { RequestForm } from "./request-form.tsx";
import { toSentOrder } from "./staff-order.ts";
import { type PlacedOrder, splitOrder } from "./staff-orders.mutations.ts";
import { findNewerVersion, type OrderToChange } from "./staff-orders.queries.ts";
import { useOrderRequest } from "./use-order-request.ts";
import { usePreview } from "./use-preview.ts";

/** Of what is not counted by the piece, how much the typed steps are. */
function formatLater(typed: string, soldBy: SoldBy): string | undefined {
  const steps = parseWholeNumber(typed);
  return isSoldByUnit(soldBy) && steps > 0 ? formatQuantity(steps, soldBy) : undefined;
}

export function OrderSplit({ stored: initial }: { stored: OrderToChange }) {
  const [stored, setStored] = useState(initial);
  /** Of the new order: a split that is sent twice counts once. */
  const [id] = useState(randomId);
  const [quantities, setQuantities] = useState<ReadonlyMap<number, string>>(new Map());
  const [day, setDay] = useState("");
  const [later, setLater] = useState<(PlacedOrder & { first_total: number }) | null>(null);
  const request = useOrderRequest();
  const { number, total_amount, paid_amount, order } = stored;
  // Of what the order is now; both parts go to the same place.
  const { preview } = usePreview(toSentOrder(order), stored.id);
  const lines = stored.lines.flatMap((line) => {
    const typed = quantities.get(line.position)?.trim() ?? "";
    if (typed === "" || parseWholeNumber(typed) === 0) return [];
    const pieces = parseWholeNumber(typed);
    return [{ line, quantity: Number.isNaN(pieces) ? typed : pieces }];
  });
  const laterTotal = lines.reduce(
    (sum, { line, quantity }) => sum + (typeof quantity === "number" ? getLineCredit(line, quantity) : 0),
    0,
  );

  async function split() {
    const result = await request.send(async () => {
      try {
        return await splitOrder(getSupabase(), stored, {
          id,
          lines: lines.map(({ line, quantity }) => ({ position: line.position, quantity })),
          delivery_day: day || null,
        });
      } catch (error) {
        const { title, newer } = await findNewerVersion(getSupabase(), stored.id, error);
        const kept = findKeptPositions(order, newer.order);
        setStored(newer);
        setQuantities(new Map([...quantities].filter(([position]) => kept.has(position))));
        throw new UserError(`${title}. Voici ses articles maintenant : vérifiez, puis recommencez.`);
      }
    });
    if (result) setLater(result);
  }

  if (later) {
    const told = { number, due_amount: later.first_total - paid_amount, rest: later };
    return (
      <OrderDone
        title={`Commande ${number} séparée`}
        id={stored.id}
        phone={order.phone}
        text={formatChatText("split", told, order.name.trim())}
      >
        <dl className="grid gap-1 tabular-nums">
          <Amount label={`${number}, maintenant`} amount={later.first_total} />
          <Amount label={`${later.number}, plus tard`} amount={later.total_amount} />
        </dl>
      </OrderDone>
    );
  }
  return (
    <RequestForm request={request}>
      <Panel title={`${number} : à livrer plus tard`}>
        <div className="grid gap-4 p-4">
          <ul aria-label="Articles" className="grid divide-y divide-border border-y border-border">
            {stored.lines.map(({ position, name, quantity, sold_by }) => (
              <li key={position} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span className="min-w-0 grow text-sm sm:basis-0">
                  <span className="block font-medium break-words">{name}</span>
                  <span className="text-muted">
                    {isSoldByUnit(sold_by) ? `${quantity} (${formatQuantity(quantity, sold_by)})` : quantity}{" "}
                    dans la commande
                  </span>
                </span>
                <TextField
                  label="Plus tard"
                  aria-label={`${name}, quantité à livrer plus tard`}
                  inputMode="numeric"
                  autoComplete="off"
                  placeholder="0"
                  className="w-32"
                  hint={formatLater(quantities.get(position) ?? "", sold_by)}
                  value={quantities.get(position) ?? ""}
                  onChange={(event) => setQuantities(new Map(quantities).set(position, event.target.value))}
                />
              </li>
            ))}
          </ul>
          {request.problems.lines && (
            <p className="text-sm font-medium text-danger">{request.problems.lines}</p>
          )}
          <div className="sm:w-64">
            <DeliveryDayField
              label="Jour de la seconde livraison"
              served={preview?.days ?? []}
              value={day}
              error={request.problems.delivery_day}
              onChange={setDay}
            />
          </div>
          <dl className="grid gap-1 tabular-nums">
            <Amount label="Maintenant, frais compris" amount={total_amount - laterTotal} />
            <Amount label="Plus tard" amount={laterTotal} />
          </dl>
          <BusyButton
            variant="primary"
            className="sm:w-fit"
            busy={request.isPending}
            disabled={lines.length === 0 && !request.isPending}
            onClick={() => void split()}
          >
            Séparer la commande
          </BusyButton>
        </div>
      </Panel>
    </RequestForm>
  );
}
