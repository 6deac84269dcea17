/**
 * The visibility of changed rows, queried from the database as each caller: the rows that the policies show,
 * looked up by primary key, and the columns that the role's privileges allow to read.
 */

import postgres from "postgres";
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { quoteLiteral } from "#backend/core/database/sql-text.ts";
import { INSUFFICIENT_PRIVILEGE } from "#backend/core/database/sqlstates.ts";
import type { Change } from "./change-feed.ts";
import type { Tuple } from "./pgoutput.ts";
import { type Caller, type CallerRows, queryAs, queryAsEach, SERVICE_CALLER } from "./query-as.ts";
import {
  listUnchangedRows,
  newRowsOf,
  parseRowValues,
  primaryKeyOf,
  rowValuesQuery,
  visibleRowsQuery,
} from "./row-lookup.ts";
import type { Table } from "./table.ts";

/** The access of a role; its callers share one object. */
export interface RoleAccess {
  /** Whether row-level security is on for the table. */
  hasRowSecurity: boolean;
  readableColumns: Set<string>;
}

export interface Visibility {
  access: RoleAccess;
  /**
   * The visible rows by index: null when the row is still as the change made it, otherwise its current
   * values. The values in between may not have been visible. Without row-level security all rows are visible,
   * as they came. Callers that see the same values share one object.
   */
  rows: Map<number, Tuple | null>;
}

/** The changes of one table that are checked together. */
interface Batch {
  sql: Sql;
  table: Table;
  changes: Change[];
  /** Called when the visibility of a caller could not be queried. */
  onFailure(error: unknown): void;
}

const roleAccessSchema = z.record(
  z.string(),
  z.object({ hasRowSecurity: z.boolean(), readable: z.array(z.string()) }),
);
const visibleRowsSchema = z.array(z.number());

const NO_ACCESS: RoleAccess = { hasRowSecurity: true, readableColumns: new Set() };

/**
 * The visibility of the changes that each caller subscribes to; callers whose query failed are missing.
 * Rejects when the database does not respond.
 */
export async function queryVisibility<T extends CallerRows>(
  batch: Batch,
  callers: Iterable<T>,
): Promise<Map<T, Visibility>> {
  const list = [...callers];
  if (list.length === 0) return new Map();
  const roles = await queryRoleAccess(batch, new Set(list.map(({ caller }) => caller.role)));
  const visibilities = new Map(list.map((entry) => [entry, initialVisibility(batch, entry, roles)]));
  await applyPolicies(batch, visibilities);
  await refreshStaleRows(batch, visibilities);
  return visibilities;
}

/**
 * The visibility before the policies are evaluated: all rows of a table without row-level security, else
 * none.
 */
function initialVisibility(
  { table, changes }: Batch,
  entry: CallerRows,
  roles: Map<string, RoleAccess>,
): Visibility {
  const access = roles.get(entry.caller.role) ?? NO_ACCESS;
  // Without access to the key columns no row can be looked up.
  if (!primaryKeyOf(table).every(({ name }) => access.readableColumns.has(name))) return noVisibility();
  const rows = access.hasRowSecurity ? [] : [...entry.rowIndexes].filter((index) => changes[index]?.row);
  return { access, rows: new Map(rows.map((index) => [index, null])) };
}

function noVisibility(): Visibility {
  return { access: NO_ACCESS, rows: new Map() };
}

/** Adds the rows that the policies show. */
async function applyPolicies<T extends CallerRows>(
  batch: Batch,
  visibilities: Map<T, Visibility>,
): Promise<void> {
  const { table, changes } = batch;
  const callers = [...visibilities].flatMap(([entry, { access }]) =>
    access.hasRowSecurity && access.readableColumns.size > 0 ? [entry] : [],
  );
  const rows = newRowsOf(pick(changes, new Set(callers.flatMap(({ rowIndexes }) => [...rowIndexes]))));
  if (rows.size === 0 || primaryKeyOf(table).length === 0) return;
  await queryEach(batch, visibilities, callers, visibleRowsQuery(table, rows), (visibility, result) => {
    for (const index of visibleRowsSchema.parse(result)) visibility.rows.set(index, null);
  });
}

/**
 * Replaces rows that have changed since by their current values: the policies were evaluated over the current
 * row, so only its values may be sent. The earlier values may not have been visible.
 */
async function refreshStaleRows<T extends CallerRows>(
  batch: Batch,
  visibilities: Map<T, Visibility>,
): Promise<void> {
  const { sql, table, changes } = batch;
  const guarded = [...visibilities].filter(([, { access, rows }]) => access.hasRowSecurity && rows.size > 0);
  const seen = new Set(guarded.flatMap(([, { rows }]) => [...rows.keys()]));
  if (seen.size === 0) return;
  // Queried after the policies: a row that is unchanged now was unchanged then.
  const unchanged = await listUnchangedRows(sql, table, pick(changes, seen));
  const stale = pick(
    changes,
    [...seen].filter((index) => !unchanged.has(index)),
  );
  if (stale.size === 0) return;
  const shared = new Map<string, Tuple>();
  const byAccess = Map.groupBy(guarded, ([, { access }]) => access);
  for (const [access, entries] of byAccess) {
    const query = rowValuesQuery(table, newRowsOf(stale), [...access.readableColumns]);
    const callers = entries.map(([caller]) => caller);
    await queryEach(batch, visibilities, callers, query, (visibility, result) => {
      const now = parseRowValues(result, shared);
      for (const index of visibility.rows.keys()) {
        const row = now.get(index);
        if (row) visibility.rows.set(index, row);
        else if (stale.has(index)) visibility.rows.delete(index);
      }
    });
  }
}

/**
 * Passes each result to `apply`. A caller without the privilege sees nothing; one whose query fails is
 * removed.
 */
async function queryEach<T extends CallerRows>(
  batch: Batch,
  visibilities: Map<T, Visibility>,
  callers: T[],
  query: string,
  apply: (visibility: Visibility, result: unknown) => void,
): Promise<void> {
  try {
    const results = await queryAsEach(batch.sql, callers, query);
    for (const [n, caller] of callers.entries())
      apply(visibilities.get(caller) ?? noVisibility(), results[n]);
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error;
    const [only, ...others] = callers;
    if (only === undefined) return;
    if (others.length > 0) {
      // A failure for one caller must not fail the others.
      const half = Math.ceil(callers.length / 2);
      await queryEach(batch, visibilities, callers.slice(0, half), query, apply);
      await queryEach(batch, visibilities, callers.slice(half), query, apply);
    } else if (error.code === INSUFFICIENT_PRIVILEGE) visibilities.set(only, noVisibility());
    else {
      visibilities.delete(only);
      batch.onFailure(error);
    }
  }
}

function pick(changes: Change[], indexes: Iterable<number>): Map<number, Change> {
  const picked = new Map<number, Change>();
  for (const index of indexes) {
    const change = changes[index];
    if (change) picked.set(index, change);
  }
  return picked;
}

/** The columns of a table that this caller may read. */
export async function listReadableColumns(sql: Sql, { role }: Caller, table: Table): Promise<Set<string>> {
  const access = await queryRoleAccess({ sql, table }, new Set([role]));
  return access.get(role)?.readableColumns ?? new Set();
}

/** The access to a table, by role. */
async function queryRoleAccess(
  { sql, table: { oid } }: Pick<Batch, "sql" | "table">,
  roles: Set<string>,
): Promise<Map<string, RoleAccess>> {
  const names = `array[${[...roles].map(quoteLiteral).join(",")}]`;
  const [result] = await queryAs(sql, SERVICE_CALLER, [
    `select jsonb_object_agg(r.role, jsonb_build_object(
      'hasRowSecurity', (select relrowsecurity from pg_catalog.pg_class where oid = ${oid}),
      'readable', coalesce((
        select jsonb_agg(attname) from pg_catalog.pg_attribute
        where attrelid = ${oid} and attnum > 0 and not attisdropped
          and has_column_privilege(r.role, attrelid, attnum, 'select')
      ), '[]'))) from unnest(${names}) as r (role)`,
  ]);
  return new Map(
    Object.entries(roleAccessSchema.parse(result)).map(([role, { hasRowSecurity, readable }]) => [
      role,
      { hasRowSecurity, readableColumns: new Set(readable) },
    ]),
  );
}
