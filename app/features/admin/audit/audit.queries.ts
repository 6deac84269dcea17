/** Queries for the audit log. Every function throws when the backend returns an error. */
import { getNextDay } from "#app/lib/format/days.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { type AuditChange, toColumns } from "./audit-labels.ts";
import type { AuditFilters } from "./audit-search-params.ts";

const PAGE_SIZE = 25;
const COLUMNS = "id,at,actor_id,actor_name,action,table_name,row_id,what,before,after";

export interface AuditEntry extends AuditChange {
  id: number;
  at: string;
  /** Null when no account made the change: the service changes the list of administrators. */
  actor_id: string | null;
  /** The name at the time of the change. */
  actor_name: string | null;
  row_id: string | null;
  /** The row's name on the screens. */
  what: string;
}

/** Newest first. Every filter has an index that includes the timestamp. */
export function listAuditEntries(
  client: Supabase,
  filters: AuditFilters,
  page: number,
): Promise<ListPage<AuditEntry>> {
  const { actor, table, row, from, to } = filters;
  return loadListPage(page, PAGE_SIZE, async (first, last) => {
    let query = client.from("audit_log").select(COLUMNS);
    if (actor) query = query.eq("actor_id", actor);
    if (table) query = query.eq("table_name", table);
    if (row) query = query.eq("row_id", row);
    if (from) query = query.gte("at", `${from}T00:00:00Z`);
    if (to) query = query.lt("at", `${getNextDay(to)}T00:00:00Z`);
    const { data } = await query
      .order("at", { ascending: false })
      .order("id", { ascending: false })
      .range(first, last)
      .throwOnError();
    return data;
  });
}

export async function listAdministrators(client: Supabase): Promise<{ id: string; name: string }[]> {
  const { data } = await client.from("admin_users").select("id,name").order("name").throwOnError();
  return data;
}

/**
 * The names of the rows that the entries refer to by id: all categories, of which there are few, and the
 * products and technicians of these entries.
 */
export async function getRowNames(
  client: Supabase,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> {
  const products = [...collectIds(entries, "product_id"), ...collectIds(entries, "accessory_id")];
  const technicians = collectIds(entries, "technician_id");
  const responses = await Promise.all([
    client.from("categories").select("id,name").throwOnError(),
    products.length > 0 && client.from("products").select("id,name").in("id", products).throwOnError(),
    technicians.length > 0 &&
      client.from("technician_profiles").select("id,name").in("id", technicians).throwOnError(),
  ]);
  return new Map(
    responses.flatMap((response) => (response ? response.data.map(({ id, name }) => [id, name]) : [])),
  );
}

function collectIds(entries: readonly AuditEntry[], column: string): string[] {
  const values = entries.flatMap(({ before, after }) => [
    toColumns(before)[column],
    toColumns(after)[column],
  ]);
  return [...new Set(values.filter((value) => typeof value === "string"))];
}
