/** The history of an order: each event as a line for the staff, with what was said, paid or refused. */
import * as z from "zod/mini";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { parseDay } from "#app/lib/format/days.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { describeChangedFields } from "#app/lib/models/order-changes.ts";
import type { Database, OrderEventKind } from "#app/lib/supabase/database.types.ts";

export type OrderEvent = Pick<
  Database["public"]["Tables"]["order_events"]["Row"],
  "id" | "kind" | "at" | "recorded_at" | "actor_name" | "data" | "conflict"
>;

const EVENT_LABELS: Readonly<Record<OrderEventKind, string>> = {
  called: "Appel",
  confirmed: "Confirmée",
  prepared: "Préparée",
  assigned: "Confiée à un livreur",
  on_road: "En route",
  delivered: "Livrée",
  partly_delivered: "Livrée en partie",
  refused: "Refusée à la livraison",
  absent: "Client absent",
  returned: "Retour",
  paid: "Paiement",
  changed: "Modifiée",
  note: "Note",
  cancelled: "Annulée",
  return_requested: "Retour demandé",
  return_accepted: "Retour accepté",
  return_refused: "Retour refusé",
  refunded: "Remboursement",
};

const CALL_LABELS = new Map([
  ["confirmed", "Appel : commande confirmée"],
  ["no_answer", "Appel : pas de réponse"],
  ["later", "Appel : à rappeler"],
]);

const SOURCE_LABELS = new Map([
  ["phone", "Commande prise au téléphone"],
  ["whatsapp", "Commande prise sur WhatsApp"],
  ["counter", "Commande prise au comptoir"],
]);

const textSchema = z.catch(z.optional(z.string()), undefined);
const amountSchema = z.catch(z.number(), 0);
const dataSchema = z.object({
  outcome: textSchema,
  source: textSchema,
  until: textSchema,
  reason: textSchema,
  text: textSchema,
  settles: textSchema,
  day: textSchema,
  reference: textSchema,
  cash: amountSchema,
  mobile_money: amountSchema,
  credit: amountSchema,
  total_before: amountSchema,
  total_after: amountSchema,
  split_to: textSchema,
  fields: z.catch(z.array(z.string()), []),
  lines: z.catch(z.array(z.object({ quantity: z.number() })), []),
});
/** What a change did to the lines is under the same name. */
const changedLinesSchema = z.catch(
  z.object({ lines: z.array(z.object({ name: z.string(), before: z.number(), after: z.number() })) }),
  { lines: [] },
);

export function getEventLabel({ kind, data }: Pick<OrderEvent, "kind" | "data">): string {
  const label = kind === "called" && CALL_LABELS.get(parseData(data).outcome ?? "");
  // A kind that is newer than this version of the code is shown by its name.
  return label || (EVENT_LABELS[kind] ?? kind);
}

/** What the event says besides its kind, a text for each line. */
export function getEventDetails({ kind, data }: Pick<OrderEvent, "kind" | "data">): string[] {
  const {
    source,
    until,
    reason,
    text,
    day,
    reference,
    cash,
    mobile_money,
    credit,
    lines: back,
  } = parseData(data);
  const pieces = back.reduce((sum, { quantity }) => sum + quantity, 0);
  const came = kind === "returned" ? "rendue" : "refusée";
  const lines = [
    ...(kind === "changed" ? describeChange(data) : []),
    source && SOURCE_LABELS.get(source),
    until && `Rappeler : ${formatTime(until)}`,
    day && `Nouveau jour : ${parseDay(day) ? formatDay(day) : day}`,
    pieces > 0 && formatCount(pieces, `pièce ${came}`, `pièces ${came}s`),
    cash > 0 && `${formatXof(cash)} en espèces`,
    mobile_money > 0 && `${formatXof(mobile_money)} par paiement mobile${reference ? ` (${reference})` : ""}`,
    credit > 0 && `${formatXof(credit)} en avoir${reference ? ` sur la commande ${reference}` : ""}`,
    reason && `Motif : ${reason}`,
    text,
  ];
  return lines.flatMap((line) => line || []);
}

/** Each line that has another quantity, the new total, and what else is new. */
function describeChange(data: unknown): string[] {
  const { total_before, total_after, fields, split_to } = parseData(data);
  const described = describeChangedFields(fields);
  return [
    ...changedLinesSchema
      .parse(data)
      .lines.map(({ name, before, after }) => `${name} : ${before} → ${after}`),
    total_before !== total_after && `Total : ${formatXof(total_before)} → ${formatXof(total_after)}`,
    described && `Changé : ${described}`,
    split_to && `Le reste : commande ${split_to}`,
  ].flatMap((line) => line || []);
}

/** The conflict of an event that nobody has settled yet; null for none. `events` is the history that it is in. */
export function getOpenConflict(event: OrderEvent, events: readonly OrderEvent[]): string | null {
  const isSettled = events.some(({ kind, data }) => kind === "note" && parseData(data).settles === event.id);
  return isSettled ? null : event.conflict;
}

/** A phone without network tells later what happened before. */
export function isRecordedLate({ at, recorded_at }: Pick<OrderEvent, "at" | "recorded_at">): boolean {
  return Date.parse(recorded_at) - Date.parse(at) > 60_000;
}

const parseData = (data: unknown) => dataSchema.parse(typeof data === "object" && data !== null ? data : {});

function formatTime(text: string): string {
  return Number.isNaN(Date.parse(text)) ? text : formatDateTime(text);
}
