/** What two versions of an order differ in, and how what was typed for one is sent for the other. */
import { formatNamedQuantity } from "#app/features/admin/shared/labels/line-quantities.ts";
import { getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getToldDay, type StaffOrder, type StaffOrderLine } from "./staff-order.ts";
import type { OrderToChange } from "./staff-orders.queries.ts";

const VALUES: Readonly<Record<string, (version: OrderToChange) => string>> = {
  Étape: ({ stage }) => getOrderStageLabel(stage),
  Articles: ({ lines }) =>
    lines.map(({ quantity, name, sold_by }) => formatNamedQuantity(quantity, name, sold_by)).join(", "),
  Total: ({ total_amount }) => formatXof(total_amount),
  Payé: ({ paid_amount }) => formatXof(paid_amount),
  Client: ({ order: { name, phone } }) => join(name, phone),
  Lieu: ({ order: { address, quarter, landmark, city }, pickup_point_name }) =>
    pickup_point_name ?? join(address, quarter, landmark, city),
  Jour: ({ order }) => formatDay(order),
  Notes: ({ order: { notes } }) => notes,
};

/** The values that the newer version has and the other one has not, as the staff reads them. */
export function listOrderChanges(
  base: OrderToChange,
  newer: OrderToChange,
): { label: string; value: string }[] {
  return Object.entries(VALUES).flatMap(([label, read]) =>
    read(base) === read(newer) ? [] : { label, value: read(newer) || "vide" },
  );
}

/** What was typed, for a newer version of the order: a line that it has no more is a new one. */
export function rebaseOrder(typed: StaffOrder, newer: StaffOrder): StaffOrder {
  const kept = findKeptPositions(typed, newer);
  const lines = typed.lines.map((line) => (kept.has(line.position) ? line : { ...line, position: null }));
  return { ...typed, lines };
}

/** The positions at which both versions have the same article: that of a removed line may be given to another one. */
export function findKeptPositions(one: StaffOrder, other: StaffOrder): ReadonlySet<number | null> {
  const getKey = ({ position, id, name }: StaffOrderLine) => `${position} ${id ?? name}`;
  const keys = new Set(other.lines.map(getKey));
  return new Set(one.lines.filter((line) => keys.has(getKey(line))).map(({ position }) => position));
}

function formatDay(order: StaffOrder): string {
  const { delivery_day, delivery_half } = getToldDay(order);
  return delivery_day === null ? "" : formatDeliveryDay(delivery_day, delivery_half);
}

const join = (...parts: string[]) => parts.filter(Boolean).join(", ");
