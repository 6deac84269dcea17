/** One change as the client is told of it, within what a caller may read. */
import type { Change } from "./feed.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Column, Table } from "./table.ts";
import { jsonOf } from "./values.ts";
import type { Rights, Visibility } from "./visibility.ts";

/** Past this size large values are left out. */
const MAX_BYTES = 1 << 20;
const SMALL_VALUE = 64;
const TOO_LARGE = "Error 413: Payload Too Large";
const NO_PRIMARY_KEY = "Error 400: Bad Request, no primary key";

/**
 * Whether a caller is told of this change at all. A deleted row cannot be looked up any more, so that whoever may read
 * the table hears of it, but only the key.
 */
export function isVisible(change: Change, position: number, visibility: Visibility): boolean {
  if (visibility.rights.readable.size === 0) return false;
  return change.type === "DELETE" || visibility.rows.has(position);
}

/**
 * JSON. `now`: the row as it may be seen, when it is no longer as the change made it. `select`: beside the key, the
 * columns that are asked for; all of them when it is null.
 */
export function payloadOf(
  change: Change,
  table: Table,
  { isProtected, readable }: Rights,
  now: Tuple | null,
  select: Set<string> | null,
): string {
  const { type, relation, old, committedAt, bytes } = change;
  const row = now ?? change.row;
  const published = new Set(relation.columns.map(({ name }) => name));
  const columns = table.columns.filter(
    ({ name, isPrimaryKey }) =>
      readable.has(name) && published.has(name) && (select === null || isPrimaryKey || select.has(name)),
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
    // Whether what the row was before might have been seen can no longer be asked.
    const shown = isProtected ? columns.filter(({ isPrimaryKey }) => isPrimaryKey) : columns;
    parts.push(`"old_record":${recordOf(known, shown, isTooLarge)}`);
  }
  parts.push(`"errors":${isTooLarge ? JSON.stringify([TOO_LARGE]) : "null"}`);
  return `{${parts.join(",")}}`;
}

/** What is told of a change whose row cannot be looked up for want of a primary key: that it happened. */
export function withoutKeyPayload({ type, committedAt }: Change, { schema, name }: Table): string {
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

/** The row before an update that left its key as it was. */
export function keyOf({ relation, row }: Change): Tuple {
  return new Map(
    relation.columns.flatMap(({ name, isKey }) => (isKey ? [[name, row?.get(name) ?? null]] : [])),
  );
}

function recordOf(tuple: Tuple, columns: Column[], isTooLarge: boolean): string {
  const fields = columns.flatMap(({ name, baseType }) => {
    const value = tuple.get(name);
    if (value === undefined || (isTooLarge && value !== null && value.length > SMALL_VALUE)) return [];
    return [`${JSON.stringify(name)}:${jsonOf(value, baseType)}`];
  });
  return `{${fields.join(",")}}`;
}
