/**
 * The runs of a courier, as the database returns them and the device keeps them. They are read by hand: a library
 * that validates would weigh as much as the page.
 */
import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import type { SoldBy } from "#app/lib/format/units.ts";
import {
  DELIVERY_PROOF_VALUES,
  type DeliveryProof,
  HALF_DAY_VALUES,
  type HalfDay,
  UNIT_VALUES,
} from "#app/lib/supabase/database.types.ts";

export const OUTCOME_KINDS = ["delivered", "partly_delivered", "refused", "absent"] as const;
export type OutcomeKind = (typeof OUTCOME_KINDS)[number];

export interface CourierLine {
  position: number;
  name: string;
  /** In steps. */
  quantity: number;
  soldBy: SoldBy;
  /** By how much refusing 1, 2, … pieces reduces what is due, in francs. */
  credits: number[];
}

/** What the database has recorded of a stop. */
interface RecordedOutcome {
  id: string;
  kind: OutcomeKind;
  /** Why somebody at the desk has to look at it; null when nothing speaks against it. */
  conflict: string | null;
}

export interface CourierStop {
  orderId: string;
  number: string;
  isOpen: boolean;
  stage: string;
  customerName: string;
  /** With its country code if it can be told, for links. */
  phone: string;
  /** As it is shown. */
  shownPhone: string;
  address: string[];
  /** Null when the customer's position is not known. */
  position: { latitude: number; longitude: number } | null;
  notes: string;
  halfDay: HalfDay | null;
  /** In francs. */
  dueAmount: number;
  /** What was paid before, in francs, with the references of mobile money. */
  paidAmount: number;
  paidReferences: string;
  /** The days that its zone serves, from Monday, which is 1; empty when any is agreed on. */
  weekdays: number[];
  lines: CourierLine[];
  outcome: RecordedOutcome | null;
}

export interface CourierRun {
  id: string;
  day: string;
  name: string;
  proof: DeliveryProof;
  /** The cash that the courier has not handed in, as the shop knows it, in francs. */
  heldAmount: number;
  stops: CourierStop[];
}

/** What is not as expected is left out, or empty. */
export function parseRuns(value: unknown): CourierRun[] {
  return toList(value).map((run) => ({
    id: readText(run, "id"),
    day: readText(run, "day"),
    name: readText(run, "name"),
    proof: DELIVERY_PROOF_VALUES.find((proof) => proof === run.proof) ?? "none",
    heldAmount: readNumber(run, "held_amount"),
    stops: toList(run.stops).map(parseStop),
  }));
}

type Fields = Readonly<Record<string, unknown>>;

function parseStop(stop: Fields): CourierStop {
  const [address = {}] = toList([stop.address]);
  const phone = normalizePhone(readText(stop, "phone"));
  const { latitude, longitude } = address;
  const landmark = readText(address, "landmark");
  return {
    orderId: readText(stop, "order_id"),
    number: readText(stop, "number"),
    isOpen: stop.is_open === true,
    stage: readText(stop, "stage"),
    customerName: readText(stop, "customer_name"),
    phone,
    shownPhone: formatPhone(phone),
    address: [
      readText(address, "address"),
      readText(address, "quarter"),
      readText(address, "city"),
      landmark && `Repère : ${landmark}`,
    ].filter(Boolean),
    position: typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : null,
    notes: readText(stop, "notes"),
    halfDay: HALF_DAY_VALUES.find((half) => half === stop.half_day) ?? null,
    dueAmount: readNumber(stop, "due_amount"),
    paidAmount: readNumber(stop, "paid_amount"),
    paidReferences: readText(stop, "paid_references"),
    weekdays: toNumbers(stop.weekdays),
    lines: toList(stop.lines).map((line) => ({
      position: readNumber(line, "position"),
      name: readText(line, "name"),
      quantity: readNumber(line, "quantity"),
      soldBy: parseSoldBy(line.sold_by),
      credits: toNumbers(line.credits),
    })),
    outcome: parseOutcome(stop.outcome),
  };
}

function parseSoldBy(value: unknown): SoldBy {
  const [{ unit, step_size: size, content_size: content, content_unit: contentUnit } = {}] = toList([value]);
  return {
    unit: UNIT_VALUES.find((known) => known === unit) ?? "piece",
    step_size: typeof size === "number" ? size : 1,
    content_size: typeof content === "number" ? content : null,
    content_unit: UNIT_VALUES.find((known) => known === contentUnit) ?? null,
  };
}

function parseOutcome(value: unknown): RecordedOutcome | null {
  const [outcome] = toList([value]);
  const kind = OUTCOME_KINDS.find((known) => known === outcome?.kind);
  if (!outcome || !kind) return null;
  return { id: readText(outcome, "id"), kind, conflict: readText(outcome, "conflict") || null };
}

/** The objects of a list; none of anything else. */
export function toList(value: unknown): Fields[] {
  if (!Array.isArray(value)) return [];
  return value.filter((entry: unknown): entry is Fields => typeof entry === "object" && entry !== null);
}

function toNumbers(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "number") : [];
}

export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value.trim() : "";
}

function readNumber(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === "number" ? value : 0;
}

/** What is due when so many pieces of the lines, by position, are refused. */
export function getReducedAmount(
  { dueAmount, lines }: CourierStop,
  refused: ReadonlyMap<number, number>,
): number {
  const credit = lines.reduce(
    (sum, { position, credits }) => sum + (credits[(refused.get(position) ?? 0) - 1] ?? 0),
    0,
  );
  return Math.max(0, dueAmount - credit);
}
