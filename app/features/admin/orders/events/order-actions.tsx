/**
 * The actions that follow from an order's stage, for those who have the right to them. The database enforces both. On
 * the desk, where the focus is on the order, the keys 1 to 9 do the same as the buttons.
 */
import { use, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import type { AdminOrder } from "#app/features/admin/orders/admin-order.ts";
import type { Right } from "#app/features/admin/shared/rights.ts";
import { RightsContext } from "#app/features/admin/shared/use-rights.ts";
import { getToday } from "#app/lib/format/days.ts";
import { getOutstandingAmount } from "#app/lib/models/order.ts";
import type { OrderStage } from "#app/lib/supabase/database.types.ts";
import { ChoiceDialog } from "./choice-dialog.tsx";
import type { PaymentValues } from "./event.schema.ts";
import { listCallTimes, listNextDays } from "./next-times.ts";
import type { OrderItem } from "./order-item.ts";
import { PaymentDialog } from "./payment-dialog.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { EventRecorder, NewEvent } from "./use-record-event.ts";

type DialogName = "later" | "absent" | "deliver" | "pay" | "refuse" | "cancel";

interface Action {
  label: string;
  right: Right;
  stages: readonly OrderStage[];
  /** What is recorded at once, or the dialog that asks for more. */
  does: NewEvent | DialogName;
  variant?: "primary" | "danger";
}

/** In the order of the buttons: what comes next first. */
const ACTIONS: readonly Action[] = [
  {
    label: "Confirmée",
    right: "orders.confirm",
    stages: ["to_confirm"],
    does: { kind: "called", data: { outcome: "confirmed" } },
    variant: "primary",
  },
  {
    label: "Pas de réponse",
    right: "orders.confirm",
    stages: ["to_confirm"],
    does: { kind: "called", data: { outcome: "no_answer" } },
  },
  { label: "Rappeler plus tard", right: "orders.confirm", stages: ["to_confirm"], does: "later" },
  {
    label: "Préparée",
    right: "orders.prepare",
    stages: ["confirmed"],
    does: { kind: "prepared", data: {} },
    variant: "primary",
  },
  {
    label: "Livrée",
    right: "orders.complete",
    stages: ["prepared", "on_road"],
    does: "deliver",
    variant: "primary",
  },
  { label: "Remise au client", right: "orders.complete", stages: ["confirmed"], does: "deliver" },
  { label: "Absent", right: "orders.complete", stages: ["prepared", "on_road"], does: "absent" },
  { label: "Refusée", right: "orders.complete", stages: ["prepared", "on_road"], does: "refuse" },
  { label: "Encaisser", right: "cash.take", stages: ["delivered"], does: "pay", variant: "primary" },
  {
    label: "Annuler",
    right: "orders.cancel",
    stages: ["to_confirm", "confirmed", "prepared", "on_road"],
    does: "cancel",
    variant: "danger",
  },
];

interface OrderActionsProps {
  order: AdminOrder;
  items: readonly OrderItem[];
  /** The days that its zone serves, from Monday, which is 1; none for any. */
  weekdays: readonly number[];
  recorder: EventRecorder;
  /** Each button has the number of the key that presses it. */
  hasShortcuts: boolean;
}

export function OrderActions({ order, items, weekdays, recorder, hasShortcuts }: OrderActionsProps) {
  const rights = use(RightsContext);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { number, customer_name, stage } = order;
  const outstanding = getOutstandingAmount(order);
  const actions = ACTIONS.filter(
    ({ right, stages, does }) =>
      stages.includes(stage) && rights.has(right) && (does !== "pay" || outstanding > 0),
  );
  const close = () => setDialog(null);
  const record = (event: NewEvent) => recorder.record(order, event);

  function act(does: Action["does"]) {
    if (typeof does === "string") setDialog(does);
    else void record(does);
  }

  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:*:grow">
        {actions.map(({ label, does, variant }, index) => (
          <BusyButton
            key={label}
            variant={variant ?? "outline"}
            aria-keyshortcuts={hasShortcuts ? String(index + 1) : undefined}
            busy={recorder.pending !== null}
            onClick={() => act(does)}
          >
            {label}
            {hasShortcuts && (
              <kbd aria-hidden className="font-sans text-xs opacity-70 max-md:hidden">
                {index + 1}
              </kbd>
            )}
          </BusyButton>
        ))}
      </div>
      {dialog === "later" && (
        <ChoiceDialog
          title={`Rappeler ${customer_name}`}
          choices={listCallTimes(new Date())}
          onChoose={(until) => record({ kind: "called", data: { outcome: "later", until } })}
          onClose={close}
        />
      )}
      {dialog === "absent" && (
        <ChoiceDialog
          title={`${customer_name} est absent`}
          choices={listNextDays(getToday(), weekdays)}
          onChoose={(day) => record({ kind: "absent", data: day === "" ? {} : { day } })}
          onClose={close}
        />
      )}
      {dialog === "deliver" && (
        <PaymentDialog
          title={`Commande ${number} livrée`}
          confirmLabel="Enregistrer la livraison"
          outstanding={outstanding}
          takesMoney={rights.has("cash.take")}
          items={items}
          onConfirm={(values) => record(toDelivery(values, items))}
          onClose={close}
        />
      )}
      {dialog === "pay" && (
        <PaymentDialog
          title={`Encaisser la commande ${number}`}
          confirmLabel="Enregistrer le paiement"
          outstanding={outstanding}
          takesMoney
          items={[]}
          onConfirm={(values) => record({ kind: "paid", data: toPayment(values) })}
          onClose={close}
        />
      )}
      {dialog === "refuse" && (
        <ReasonDialog
          title={`Commande ${number} refusée`}
          label="Motif du refus"
          hint="Le motif reste dans l'historique du numéro."
          confirmLabel="Enregistrer le refus"
          onConfirm={(reason) => record({ kind: "refused", data: { reason } })}
          onClose={close}
        />
      )}
      {dialog === "cancel" && (
        <ReasonDialog
          title={`Annuler la commande ${number} ?`}
          label="Motif de l'annulation"
          hint="Le client le lit dans son compte."
          confirmLabel="Annuler la commande"
          onConfirm={(reason) => record({ kind: "cancelled", data: { reason } })}
          onClose={close}
        />
      )}
    </>
  );
}

function toPayment({ cash, mobile_money, reference }: PaymentValues): NewEvent["data"] {
  return { cash, mobile_money, ...(mobile_money > 0 && { reference }) };
}

/** What is refused makes it a part of a delivery. */
function toDelivery(values: PaymentValues, items: readonly OrderItem[]): NewEvent {
  const lines = items.flatMap(({ position }, index) => {
    const quantity = values.refused[index]?.pieces ?? 0;
    return quantity > 0 ? [{ position, quantity }] : [];
  });
  const data = toPayment(values);
  return lines.length === 0
    ? { kind: "delivered", data }
    : { kind: "partly_delivered", data: { ...data, lines } };
}
