/** Queries of the desk's queues. Every function throws the backend's own error. */
import type { Database, HalfDay, OrderQueue } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

type QueueRow = Database["public"]["Functions"]["list_queue"]["Returns"][number];
/** What identifies a row's place in its queue, for the page after it. */
export type Place = QueueRow["place"];

/** Rows of a full page, as the database pages them. */
export const QUEUE_PAGE_SIZE = 25;

export interface QueuedOrder extends Omit<QueueRow, keyof NullableColumns>, NullableColumns {}

interface NullableColumns {
  zone_name: string | null;
  pickup_point_name: string | null;
  delivery_day: string | null;
  delivery_half: HalfDay | null;
  next_call_at: string | null;
  /** Who works on it now. */
  claimed_by: string | null;
}

export interface QueueFilters {
  /** The name of a zone, empty for the orders of none; null for all. */
  zone: string | null;
  day: string | null;
  /** After this place. */
  after: Place | null;
}

/** The place after which a page begins, of a URL; null for the first page, and for what is no place. */
export function parsePlace(text: string | null): Place | null {
  if (text === null) return null;
  try {
    const place: unknown = JSON.parse(text);
    return Array.isArray(place) ? place : null;
  } catch {
    return null;
  }
}

export async function listQueue(
  client: Supabase,
  queue: OrderQueue,
  { zone, day, after }: QueueFilters,
): Promise<QueuedOrder[]> {
  const { data } = await client
    .rpc("list_queue", {
      queue,
      ...(zone !== null && { zone }),
      ...(day !== null && { day }),
      ...(after !== null && { after }),
    })
    .throwOnError();
  return data;
}

const MAX_ZONES = 100;

/** For the choice of one; the orders of another one are found without it. */
export async function listZoneNames(client: Supabase): Promise<string[]> {
  const { data } = await client
    .from("delivery_zones")
    .select("name")
    .order("position")
    .order("name")
    .limit(MAX_ZONES)
    .throwOnError();
  return data.map(({ name }) => name);
}
