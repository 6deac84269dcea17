/** The search parameters of the audit log. */

import { parseDay } from "#app/lib/format/days.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { type AuditTable, isAuditTable } from "./audit-labels.ts";

/** The parameters besides the page. */
export const FILTER_PARAMS = ["actor", "table", "row", "from", "to"] as const;

export interface AuditFilters {
  /** The account id of an administrator. */
  actor: string | null;
  table: AuditTable | null;
  /** The id of one row. */
  row: string | null;
  /** The first and the last day. */
  from: string | null;
  to: string | null;
}

export function parseAuditFilters(params: URLSearchParams): AuditFilters {
  const table = params.get("table") ?? "";
  return {
    actor: parseId(params.get("actor")),
    table: isAuditTable(table) ? table : null,
    row: parseId(params.get("row")),
    from: parseDay(params.get("from")),
    to: parseDay(params.get("to")),
  };
}

export function hasFilters(filters: AuditFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

/** The id of a row; null for text that is no UUID. */
function parseId(text: string | null): string | null {
  return text !== null && isUuid(text) ? text : null;
}
