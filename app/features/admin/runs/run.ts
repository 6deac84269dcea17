/** A run as the planner sees it: its stops, and the orders that could be added. */
import * as z from "zod/mini";
import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { soldBySchema } from "#app/lib/models/sold-by.ts";
import {
  DELIVERY_PROOF_VALUES,
  HALF_DAY_VALUES,
  ORDER_STAGE_VALUES,
} from "#app/lib/supabase/database.types.ts";

const text = z.catch(z.string().check(z.trim()), "");
const coordinate = z.catch(z.nullish(z.number()), null);

const addressSchema = z.pipe(
  z.object({
    address: text,
    quarter: text,
    city: text,
    landmark: text,
    latitude: coordinate,
    longitude: coordinate,
  }),
  z.transform(({ address, quarter, city, landmark, latitude, longitude }) => ({
    lines: [address, [quarter, city].filter(Boolean).join(", ")].filter(Boolean),
    landmark,
    position: latitude == null || longitude == null ? null : { latitude, longitude },
  })),
);

const phone = z.pipe(
  z.string(),
  z.transform((typed) => formatPhone(normalizePhone(typed))),
);

/** What a list of stops says of an order. */
const plannedOrderSchema = z.object({
  order_id: z.string(),
  number: z.string(),
  customer_name: z.string(),
  customer_phone: phone,
  zone_name: z.nullable(z.string()),
  address: addressSchema,
  delivery_half: z.nullable(z.enum(HALF_DAY_VALUES)),
  items_count: z.number(),
  weight_grams: z.nullable(z.number()),
  /** What is still to be collected, in francs. */
  due_amount: z.number(),
});

const outcomeSchema = z.object({
  id: z.string(),
  kind: z.enum(["delivered", "partly_delivered", "refused", "absent"]),
  at: z.string(),
  conflict: z.nullable(z.string()),
});

const stopSchema = z.extend(plannedOrderSchema, {
  is_open: z.boolean(),
  stage: z.enum(ORDER_STAGE_VALUES),
  notes: z.nullable(z.string()),
  lines: z.catch(z.array(z.object({ name: z.string(), quantity: z.number(), sold_by: soldBySchema })), []),
  /** What the courier took of the customer in this run, in francs. */
  cash: z.number(),
  mobile_money: z.number(),
  /** What the courier told of the stop. */
  outcome: z.nullable(outcomeSchema),
});

const closingSchema = z.object({
  closed_at: z.string(),
  closed_by: z.nullable(z.string()),
  /** What the courier had taken, and what was handed in, in francs. */
  expected_amount: z.number(),
  handed_amount: z.number(),
  /** Why they differ. */
  note: z.nullable(z.string()),
});

const runSchema = z.object({
  id: z.string(),
  day: z.string(),
  name: z.string(),
  state: z.enum(["planned", "out", "closed"]),
  courier_id: z.nullable(z.string()),
  courier_name: z.nullable(z.string()),
  proof: z.enum(DELIVERY_PROOF_VALUES),
  updated_at: z.string(),
  out_at: z.nullable(z.string()),
  /** Null until the run is closed, and for whoever may not read cash. */
  closing: z.nullable(closingSchema),
  stops: z.array(stopSchema),
});

export type PlannedOrder = z.output<typeof plannedOrderSchema>;
export type RunClosing = z.output<typeof closingSchema>;
export type RunStop = z.output<typeof stopSchema>;
export type RunOutcome = z.output<typeof outcomeSchema>;
export type Run = z.output<typeof runSchema>;

/** Throws when the database returns something else. */
export const parseRun = (row: unknown): Run => runSchema.parse(row);
export const parsePlannedOrder = (row: unknown): PlannedOrder => plannedOrderSchema.parse(row);

/**
 * From the first stop on always the nearest of the remaining ones. Stops whose position is not known keep their order,
 * at the end.
 */
export function sortByPosition<Stop extends Pick<PlannedOrder, "address">>(stops: readonly Stop[]): Stop[] {
  const remaining = stops.filter(({ address }) => address.position !== null);
  const sorted = remaining.splice(0, 1);
  let last = sorted.at(-1);
  while (last && remaining.length > 0) {
    const from = last;
    const distances = remaining.map((stop) => getDistance(from, stop));
    sorted.push(...remaining.splice(distances.indexOf(Math.min(...distances)), 1));
    last = sorted.at(-1);
  }
  return [...sorted, ...stops.filter(({ address }) => address.position === null)];
}

/** In degrees of latitude: within a town, the earth is flat enough. */
function getDistance(from: Pick<PlannedOrder, "address">, to: Pick<PlannedOrder, "address">): number {
  const [start, end] = [from.address.position, to.address.position];
  if (!start || !end) return Number.POSITIVE_INFINITY;
  const shrinkage = Math.cos((start.latitude * Math.PI) / 180);
  return Math.hypot(start.latitude - end.latitude, (start.longitude - end.longitude) * shrinkage);
}

/** The list with the entry at `index` moved by so many places. */
export function move<Entry>(entries: readonly Entry[], index: number, by: number): Entry[] {
  const moved = [...entries];
  moved.splice(index + by, 0, ...moved.splice(index, 1));
  return moved;
}

/** What a run carries and collects. */
export function getTotals(stops: readonly Pick<PlannedOrder, "due_amount" | "weight_grams">[]) {
  return {
    due: stops.reduce((sum, { due_amount }) => sum + due_amount, 0),
    grams: stops.reduce((sum, { weight_grams }) => sum + (weight_grams ?? 0), 0),
  };
}
