/** Mutations of orders by staff, and of their drafts. Every function throws with the reason when nothing was written. */
import { PostgrestError } from "@supabase/postgrest-js";
import * as z from "zod/mini";
import { UNKNOWN_DAY } from "#app/components/admin/read-day.ts";
import { assertRowsDeleted } from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { isDuplicateInsert } from "#app/features/admin/shared/mutations/is-duplicate-insert.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import { markOwnOrder } from "#app/features/admin/shared/own-orders.ts";
import { parseDay } from "#app/lib/format/days.ts";
import { EDIT_CONFLICT, INVALID_VALUES, ROW_DELETED } from "#app/lib/supabase/error-codes.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { getDraftLabel, type SentOrder, type StaffOrder } from "./staff-order.ts";

const detailsSchema = z.object({
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
});

/** What the database rejects, by the names of the fields that it concerns. */
export class InvalidOrderError extends Error {
  readonly problems: Readonly<Record<string, string>>;

  constructor(message: string, problems: Record<string, string>) {
    super(message);
    this.problems = problems;
  }
}

export interface PlacedOrder {
  id: string;
  number: string;
  total_amount: number;
}

/** `id` makes it once, however often it is sent. */
export async function placeOrder(client: Supabase, id: string, order: SentOrder): Promise<PlacedOrder> {
  assertDay(order.delivery_day);
  markOwnOrder(id);
  return await send(async () => {
    const { data } = await client
      .rpc("place_staff_order", { staff_order: { ...order, id } })
      .single()
      .throwOnError();
    return data;
  });
}

export interface ChangedOrder {
  total_amount: number;
  previous_total: number;
  paid_amount: number;
}

/** `eventId` makes it once. Throws a StaleVersionError when the order is not the one of `updatedAt` any more. */
export async function changeOrder(
  client: Supabase,
  { id, updated_at }: { id: string; updated_at: string },
  eventId: string,
  change: Partial<SentOrder> & { reason?: string },
): Promise<ChangedOrder> {
  assertDay(change.delivery_day ?? null);
  return await send(async () => {
    const { data } = await client
      .rpc("change_order", {
        of_order: id,
        expected_updated_at: updated_at,
        change: { ...change, id: eventId },
      })
      .single()
      .throwOnError();
    return data;
  });
}

export interface SplitLines {
  /** The id of the new order, which makes it once. */
  id: string;
  lines: { position: number; quantity: number | string }[];
  delivery_day: string | null;
}

/** Like `changeOrder`. Returns the new order. */
export async function splitOrder(
  client: Supabase,
  { id, updated_at }: { id: string; updated_at: string },
  split: SplitLines,
): Promise<PlacedOrder & { first_total: number }> {
  assertDay(split.delivery_day);
  return await send(async () => {
    const { data } = await client
      .rpc("split_order", { of_order: id, expected_updated_at: updated_at, split: { ...split } })
      .single()
      .throwOnError();
    return data;
  });
}

/** A text that is no day would make the whole order invalid, without a field. */
function assertDay(day: string | null): void {
  if (day !== null && parseDay(day) === null)
    throw new InvalidOrderError(UNKNOWN_DAY, { delivery_day: UNKNOWN_DAY });
}

async function send<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof PostgrestError)) throw error;
    if (error.code === INVALID_VALUES) {
      const { problems } = detailsSchema.parse(JSON.parse(error.details));
      throw new InvalidOrderError(
        error.message,
        Object.fromEntries(problems.map(({ column, message }) => [column, message])),
      );
    }
    if (error.code === EDIT_CONFLICT || error.code === ROW_DELETED)
      throw new StaleVersionError(error.message);
    throw error;
  }
}

/** Saves over the version of `updatedAt`, null for a new draft; returns the new version. */
export async function saveDraft(
  client: Supabase,
  id: string,
  order: StaffOrder,
  updatedAt: string | null,
): Promise<string> {
  const draft = { label: getDraftLabel(order), data: { ...order } };
  if (updatedAt === null) {
    try {
      const { data } = await client
        .from("order_drafts")
        .insert({ id, ...draft })
        .select("updated_at")
        .single()
        .throwOnError();
      return data.updated_at;
    } catch (error) {
      // The answer to the first attempt was lost.
      if (!isDuplicateInsert(error)) throw error;
    }
  }
  const update = client.from("order_drafts").update(draft).eq("id", id);
  const { data } = await (updatedAt === null ? update : update.eq("updated_at", updatedAt))
    .select("updated_at")
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data.updated_at;
}

export async function deleteDraft(client: Supabase, id: string): Promise<void> {
  const { data } = await client.from("order_drafts").delete().eq("id", id).select("id").throwOnError();
  await assertRowsDeleted(data);
}
