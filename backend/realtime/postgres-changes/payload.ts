/** The payload of one change, reduced to what a caller may read. */
import type { Change } from "./change-feed.ts";
import type { Tuple } from "./pgoutput.ts";
import type { RoleAccess, Visibility } from "./row-visibility.ts";
import type { Column, Table } from "./table.ts";
import { toJson } from "./values.ts";

/** Past this size large values are left out. */
const MAX_BYTES = 1 << 20;
const SMALL_VALUE_LENGTH = 64;
const TOO_LARGE = "Error 413: Payload Too Large";
const NO_PRIMARY_KEY = "Error 400: Bad Request, no primary key";

/**
 * Whether a caller receives this change at all. A deleted row cannot be looked up any more, so every caller
 * that may read the table receives the delete, but only the key.
 */
export function isChangeVisible(change: Change, index: number, visibility: Visibility): boolean {
  if (visibility.access.readableColumns.size === 0) return false;
  return change.type === "DELETE" || visibility.rows.has(index);
}

/**
 * Returns JSON. `now`: the visible row, when it is no longer as the change made it. `select`: the columns to
 * send besides the key; all of them when it is null.
 */
export function renderChangePayload(
  change: Change,
  table: Table,
  { hasRowSecurity, readableColumns }: RoleAccess,
  now: Tuple | null,
  select: Set<string> | null,
): string {
  const { type, relation, old, committedAt, bytes } = change;
  const row = now ?? change.row;
  const published = new Set(relation.columns.map(({ name }) => name));
  const columns = table.columns.filter(
    ({ name, isPrimaryKey }) =>
      readableColumns.has(name) &&
      published.has(name) &&
      (select === null || isPrimaryKey || select.has(name)),
  );
  const isTooLarge = bytes > MAX_BYTES;
  const parts = [
    `"schema":${JSON.stringify(table.schema)}`,
    `"table":${JSON.stringify(table.name)}`,
    `"type":"${type}"`,
    `"commit_timestamp":"${committedAt.toISOString()}"`,
    `"columns":${JSON.stringify(columns.map(({ name, type }) => ({ name, type })))}`,
  ];
  if (row) parts.push(`"record":${recordOf(row, columns, isTooLarge)}`);
  if (type !== "INSERT") {
    const known = old ?? keyOf(change);
    // The policies cannot be evaluated over the old row any more.
    const oldColumns = hasRowSecurity ? columns.filter(({ isPrimaryKey }) => isPrimaryKey) : columns;
    parts.push(`"old_record":${recordOf(known, oldColumns, isTooLarge)}`);
  }
  parts.push(`"errors":${isTooLarge ? JSON.stringify([TOO_LARGE]) : "null"}`);
  return `{${parts.join(",")}}`;
}

/** The payload of a change whose row cannot be looked up, as its table has no primary key: no values. */
export function renderMissingKeyPayload({ type, committedAt }: Change, { schema, name }: Table): string {
  return JSON.stringify({
    schema,
    table: name,
    type,
    commit_timestamp: committedAt.toISOString(),
    columns: [],
    ...(type !== "DELETE" && { record: {} }),
    ...(type !== "INSERT" && { old_record: {} }),
    errors: [NO_PRIMARY_KEY],
  });
}

/** The key of the row: the old values that are known of an update that did not change the key. */
export function keyOf({ relation, row }: Change): Tuple {
  return new Map(
    relation.columns.flatMap(({ name, isKey }) => (isKey ? [[name, row?.get(name) ?? null]] : [])),
  );
}

function recordOf(tuple: Tuple, columns: Column[], isTooLarge: boolean): string {
  const fields = columns.flatMap(({ name, baseType }) => {
    const value = tuple.get(name);
    if (value === undefined || (isTooLarge && value !== null && value.length > SMALL_VALUE_LENGTH)) return [];
    return [`${JSON.stringify(name)}:${toJson(value, baseType)}`];
  });
  return `{${fields.join(",")}}`;
}
