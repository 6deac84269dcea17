/** The journal of what administrators changed. Every function throws when the backend refuses. */
import { nextDay } from "../../../lib/days.ts";
import { type ListPage, readListPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import type { AuditFilters } from "./audit-address.ts";
import { columnsOf } from "./audit-words.ts";

const SIZE = 25;
const COLUMNS = "id,at,actor_id,actor_name,action,table_name,row_id,what,before,after";

export interface AuditEntry {
  id: number;
  at: string;
  /** Null when no account did it: the list of administrators was changed by the service. */
  actor_id: string | null;
  /** As it was then. */
  actor_name: string | null;
  action: string;
  table_name: string;
  row_id: string | null;
  /** What people call the row. */
  what: string;
  /** The former and the new values of what changed, by column; null for a new and for a deleted row. */
  before: unknown;
  after: unknown;
}

/** The newest first. Each filter has an index with the moments behind it. */
export function listChanges(
  client: Supabase,
  filters: AuditFilters,
  page: number,
): Promise<ListPage<AuditEntry>> {
  const { actor, table, row, from, to } = filters;
  return readListPage(page, SIZE, async (first, last) => {
    let query = client.from("audit_log").select(COLUMNS);
    if (actor) query = query.eq("actor_id", actor);
    if (table) query = query.eq("table_name", table);
    if (row) query = query.eq("row_id", row);
    if (from) query = query.gte("at", `${from}T00:00:00Z`);
    if (to) query = query.lt("at", `${nextDay(to)}T00:00:00Z`);
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
 * What people call the rows that the entries name by their ids: the families of goods, of which there are few, and the
 * products and technicians of these entries.
 */
export async function nameRows(
  client: Supabase,
  entries: readonly AuditEntry[],
): Promise<Map<string, string>> {
  const products = idsIn(entries, "product_id");
  const technicians = idsIn(entries, "technician_id");
  const found = await Promise.all([
    client.from("categories").select("id,name").throwOnError(),
    products.length > 0 && client.from("products").select("id,name").in("id", products).throwOnError(),
    technicians.length > 0 &&
      client.from("technician_profiles").select("id,name").in("id", technicians).throwOnError(),
  ]);
  return new Map(found.flatMap((answer) => (answer ? answer.data.map(({ id, name }) => [id, name]) : [])));
}

function idsIn(entries: readonly AuditEntry[], column: string): string[] {
  const values = entries.flatMap(({ before, after }) => [
    columnsOf(before)[column],
    columnsOf(after)[column],
  ]);
  return [...new Set(values.filter((value) => typeof value === "string"))];
}
