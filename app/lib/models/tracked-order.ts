/** An order as whoever holds its link sees it. */
import type { SoldBy } from "#app/lib/format/units.ts";
import type { HalfDay, OrderStage } from "#app/lib/supabase/database.types.ts";

export interface DeliverySlot {
  day: string;
  half: HalfDay;
}

export interface TrackedOrder {
  token: string;
  number: string;
  stage: OrderStage;
  placed_at: string;
  items: { name: string; quantity: number; sold_by?: SoldBy | null }[];
  /** Whole francs, as `due_amount`, which remains to be paid; less than nothing when the shop owes it. */
  total_amount: number;
  due_amount: number;
  payment_method: string;
  town: string;
  quarter: string | null;
  pickup_point_name: string | null;
  delivery_day: string | null;
  delivery_half: HalfDay | null;
  cancellation_reason: string | null;
  /** Set while the order is on the road. */
  courier_name: string | null;
  courier_phone: string | null;
  may_cancel: boolean;
  /** The half-days to which the delivery may be moved. */
  slots: DeliverySlot[];
  /** The oldest first, without the placing. */
  timeline: { kind: string; at: string }[];
}

/** The stages of a delivery, in their order; a pick-up is never on the road. */
const STAGES = [
  { stage: "to_confirm", label: "Reçue" },
  { stage: "confirmed", label: "Confirmée" },
  { stage: "prepared", label: "Préparée" },
  { stage: "on_road", label: "En route" },
  { stage: "delivered", label: "Livrée" },
] as const satisfies readonly { stage: OrderStage; label: string }[];

const FETCHED = "Retirée";

export interface Progress {
  label: string;
  state: "done" | "current" | "coming";
}

/** Null for an order that is cancelled or refused: it goes no further. */
export function getProgress({ stage, pickup_point_name }: TrackedOrder): Progress[] | null {
  const stages = STAGES.filter(({ stage: each }) => pickup_point_name === null || each !== "on_road");
  const reached = stages.findIndex((each) => each.stage === stage);
  if (reached === -1) return null;
  return stages.map(({ stage: each, label }, index) => ({
    label: each === "delivered" && pickup_point_name !== null ? FETCHED : label,
    state: index < reached || stage === "delivered" ? "done" : index === reached ? "current" : "coming",
  }));
}

const EVENT_LABELS: Readonly<Record<string, string>> = {
  confirmed: "Confirmée",
  prepared: "Préparée",
  on_road: "En route",
  absent: "Livraison reportée",
  delivered: "Livrée",
  partly_delivered: "Livrée en partie",
  refused: "Refusée",
  returned: "Retour enregistré",
  changed: "Modifiée",
  cancelled: "Annulée",
  return_requested: "Retour demandé",
  return_accepted: "Retour accepté",
  return_refused: "Retour refusé",
  refunded: "Remboursée",
};

/** An event that this version does not know has no place in the list. */
export function getEventLabel(kind: string, pickupPoint: string | null): string | null {
  if (kind === "delivered" && pickupPoint !== null) return FETCHED;
  return EVENT_LABELS[kind] ?? null;
}

/** Slots by day, in their order. */
export function groupSlots(slots: readonly DeliverySlot[]): { day: string; halves: HalfDay[] }[] {
  const days = [...new Set(slots.map(({ day }) => day))];
  return days.map((day) => ({
    day,
    halves: slots.filter((slot) => slot.day === day).map(({ half }) => half),
  }));
}
