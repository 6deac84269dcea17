/** Queries of the runs. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import type { CountedPage } from "#app/lib/lists/list-page.ts";
import type { Database, DeliveryProof } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { type PlannedOrder, parsePlannedOrder, parseRun, type Run } from "./run.ts";

export const RUN_LOAD_ERROR = "Impossible de charger la tournée";

/** Those of the database. */
const PAGE_SIZE = 25;
const ORDERS_PAGE_SIZE = 50;
/** A run has no more stops. */
const MAX_ORDERS = 200;

export type RunSummary = Database["public"]["Functions"]["list_runs"]["Returns"][number];

/** The runs of a day, by name; the last page instead of one after it. */
export async function listRuns(
  client: Supabase,
  day: string,
  page: number,
): Promise<CountedPage<RunSummary>> {
  const { data: rows } = await client.rpc("list_runs", { of_day: day, page }, { get: true }).throwOnError();
  if (rows.length === 0 && page > 1) {
    const first = await listRuns(client, day, 1);
    const lastPage = Math.ceil(first.total / PAGE_SIZE);
    return lastPage > 1 ? listRuns(client, day, Math.min(lastPage, page - 1)) : first;
  }
  const total = rows[0]?.total ?? 0;
  return { rows, page, pageSize: PAGE_SIZE, hasMore: page * PAGE_SIZE < total, total };
}

/** Null when there is no such run (any more). */
export async function findRun(client: Supabase, id: string): Promise<Run | null> {
  if (!isUuid(id)) return null;
  const { data } = await client.rpc("get_run", { of_run: id }, { get: true }).throwOnError();
  return data === null ? null : parseRun(data);
}

/** The prepared orders that a run of this day could take, by zone; as many as a run may have. */
export async function listOrdersToPlan(
  client: Supabase,
  day: string,
  zone: string | null,
): Promise<PlannedOrder[]> {
  const found: PlannedOrder[] = [];
  let after: Database["public"]["Functions"]["orders_to_plan"]["Args"]["after"];
  for (;;) {
    const { data } = await client
      .rpc("orders_to_plan", {
        of_day: day,
        ...(zone !== null && { zone }),
        ...(after !== undefined && { after }),
      })
      .throwOnError();
    found.push(...data.map((row) => parsePlannedOrder({ ...row, order_id: row.id })));
    after = data.at(-1)?.place;
    if (data.length < ORDERS_PAGE_SIZE || found.length >= MAX_ORDERS) return found;
  }
}

export interface Driver {
  id: string;
  name: string;
}

/** The staff who may drive, by name. */
export async function listDrivers(client: Supabase): Promise<Driver[]> {
  const { data: roles } = await client
    .from("role_rights")
    .select("role")
    .eq("right", "runs.drive")
    .throwOnError();
  const { data } = await client
    .from("admin_users")
    .select("id,name")
    .in(
      "role",
      roles.map(({ role }) => role),
    )
    .order("name")
    .limit(200)
    .throwOnError();
  return data;
}

/** The names of the zones, in the order of the delivery page. */
export async function listZoneNames(client: Supabase): Promise<string[]> {
  const { data } = await client
    .from("delivery_zones")
    .select("name")
    .order("position")
    .order("name")
    .limit(200)
    .throwOnError();
  return data.map(({ name }) => name);
}

/** What the shop asks couriers to bring from now on. */
export async function getDeliveryProof(client: Supabase): Promise<DeliveryProof> {
  const { data } = await client.from("order_settings").select("delivery_proof").single().throwOnError();
  return data.delivery_proof;
}
