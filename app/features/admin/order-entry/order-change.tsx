/** The change of an order that is not on the road yet: the same fields as its entry. */
import { useState } from "react";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { TextField } from "#app/components/ui/forms/field.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import type { DeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { formatChatText } from "#app/lib/models/order-messages.ts";
import { randomId } from "#app/lib/random-id.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { OrderConflict } from "./order-conflict.tsx";
import { rebaseOrder } from "./order-differences.ts";
import { Amount, OrderDone } from "./order-done.tsx";
import { OrderForm } from "./order-form.tsx";
import { RequestForm } from "./request-form.tsx";
import { getToldDay, isTold, retainDiscounts, type StaffOrder, toSentOrder } from "./staff-order.ts";
import { type ChangedOrder, changeOrder } from "./staff-orders.mutations.ts";
import { findNewerVersion, type OrderToChange } from "./staff-orders.queries.ts";
import { useOrderRequest } from "./use-order-request.ts";
import { usePreview } from "./use-preview.ts";

interface OrderChangeProps {
  stored: OrderToChange;
  offer: DeliveryOffer;
}

export function OrderChange({ stored, offer }: OrderChangeProps) {
  /** Of the event: a change that is sent twice counts once. */
  const [eventId] = useState(randomId);
  const [order, setOrder] = useState(stored.order);
  const [reason, setReason] = useState("");
  const [changed, setChanged] = useState<ChangedOrder | null>(null);
  /** The version that is changed: a newer one, once somebody else's change was seen. */
  const [base, setBase] = useState(stored);
  const [conflict, setConflict] = useState<{ title: string; newer: OrderToChange } | null>(null);
  const request = useOrderRequest();
  const isDirty = order !== base.order;
  const sent = toSentOrder(order);
  const state = usePreview(sent, base.id);
  const { preview, isCurrent } = state;
  const { number, pickup_point_name } = base;
  const own = base.order.pickupPoint;
  // The place of the order stays a choice, also where the shop does not offer it any more.
  const pickupPoints =
    pickup_point_name === null || offer.pickupPoints.some(({ id }) => id === own)
      ? offer.pickupPoints
      : [...offer.pickupPoints, { id: own, name: pickup_point_name }];

  async function save() {
    const { customer_id: _, source: __, shipping_address, ...values } = sent;
    const result = await request.send(async () => {
      try {
        return await changeOrder(getSupabase(), base, eventId, {
          ...values,
          // The position on the map belongs to the address that it came with.
          ...(hasSamePlace(order, base.order) ? {} : { shipping_address }),
          ...(isCurrent && preview && { total: preview.total }),
          reason,
        });
      } catch (error) {
        setConflict(await findNewerVersion(getSupabase(), base.id, error));
        return null;
      }
    });
    if (result) setChanged(result);
    else state.refresh();
  }

  function resolve(newer: OrderToChange, next: StaffOrder) {
    setBase(newer);
    setOrder(next);
    setConflict(null);
  }

  if (changed) {
    const { total_amount, previous_total, paid_amount } = changed;
    const due_amount = total_amount - paid_amount;
    return (
      <OrderDone
        title={`Commande ${number} modifiée`}
        id={base.id}
        phone={order.phone}
        text={formatChatText("changed", { number, due_amount, ...getToldDay(order) }, order.name.trim())}
      >
        <dl className="grid gap-1 tabular-nums">
          <Amount label="Ancien total" amount={previous_total} />
          <Amount label="Nouveau total" amount={total_amount} />
          {due_amount < 0 && <Amount label="À rembourser" amount={-due_amount} />}
        </dl>
        <p className="text-sm text-muted">
          {isTold(order, base.order, changed)
            ? base.customer_email
              ? "Le client reçoit un e-mail avec ce qui a changé et le nouveau total."
              : "Ce client n'a pas d'e-mail : dites-lui le nouveau total."
            : "Le client ne reçoit rien : ce changement ne le concerne pas."}
        </p>
      </OrderDone>
    );
  }
  return (
    <RequestForm
      request={request}
      bar={
        <>
          <strong className="mr-auto whitespace-nowrap">{number}</strong>
          <span className="whitespace-nowrap tabular-nums max-sm:hidden">
            Avant : {formatXof(base.total_amount)}
          </span>
          <strong className="whitespace-nowrap tabular-nums" aria-live="polite">
            {preview && formatXof(preview.total)}
          </strong>
          <BusyButton
            variant="primary"
            className="max-sm:grow"
            busy={request.isPending}
            disabled={(!isDirty || conflict !== null) && !request.isPending}
            onClick={() => void save()}
          >
            Enregistrer les changements
          </BusyButton>
        </>
      }
    >
      <UnsavedGuard dirty={isDirty} />
      {conflict && (
        <OrderConflict
          title={conflict.title}
          base={base}
          newer={conflict.newer}
          onAcceptTheirs={() => resolve(conflict.newer, conflict.newer.order)}
          onKeepMine={() => resolve(conflict.newer, rebaseOrder(order, conflict.newer.order))}
        />
      )}
      {base.stage === "prepared" && (
        <Notice variant="warning">
          Cette commande est déjà préparée : refaites le colis si les articles changent.
        </Notice>
      )}
      <OrderForm
        order={order}
        onChange={(values) => {
          const lines = retainDiscounts(values.lines ?? order.lines, order.lines, base.order.lines);
          setOrder({ ...order, ...values, lines });
          request.forget(values);
        }}
        state={state}
        problems={request.problems}
        offer={{ zones: offer.zones, pickupPoints }}
        isNew={false}
      />
      <TextField
        label="Raison du changement"
        optional
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </RequestForm>
  );
}

function hasSamePlace(one: StaffOrder, other: StaffOrder): boolean {
  const fields = ["address", "city", "quarter", "landmark", "pickupPoint"] as const;
  return fields.every((field) => one[field].trim() === other[field].trim());
}
