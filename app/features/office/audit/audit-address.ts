/** What the journal is asked for by its address. */
import { readId } from "../../../lib/address-params.ts";
import { readDay } from "../../../lib/days.ts";
import { type AuditTable, isTable } from "./audit-words.ts";

/** The parameters beside the page. */
export const FILTERS = ["actor", "table", "row", "from", "to"] as const;

export interface AuditFilters {
  /** The account of an administrator. */
  actor: string | null;
  table: AuditTable | null;
  /** One row alone. */
  row: string | null;
  /** The first and the last day. */
  from: string | null;
  to: string | null;
}

export function readAuditFilters(params: URLSearchParams): AuditFilters {
  const table = params.get("table") ?? "";
  return {
    actor: readId(params.get("actor")),
    table: isTable(table) ? table : null,
    row: readId(params.get("row")),
    from: readDay(params.get("from")),
    to: readDay(params.get("to")),
  };
}

export function isFiltered(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}
