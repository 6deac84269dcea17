/**
 * What a caller may see of changed rows, asked of the database in the caller's own name: the rows that the policies
 * show, found by primary key, and the columns that the privileges let be read.
 */
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { codeOf } from "../../core/errors.ts";
import { literal, quoteQualified } from "../../core/sql-text.ts";
import { askAs, type Caller } from "./as-caller.ts";
import type { Change } from "./feed.ts";
import type { Tuple } from "./pgoutput.ts";
import { listUnchanged, primaryKeyOf, readRows, rowsOf, soughtRows } from "./rows.ts";
import type { Table } from "./table.ts";

export interface Visibility {
  /** Whether row-level security is on for the table. */
  isProtected: boolean;
  readable: Set<string>;
  /**
   * By position, the rows that may be seen: null when the row is still as the change made it, else as it is now. What
   * it was in between may have been nobody's business. Of a table that is not protected, all rows as they came.
   */
  rows: Map<number, Tuple | null>;
}

const rightsShape = z.object({ isProtected: z.boolean(), readable: z.array(z.string()) });
const visibleShape = z.array(z.number());

const INSUFFICIENT_PRIVILEGE = "42501";
const NOTHING: Visibility = { isProtected: true, readable: new Set(), rows: new Map() };

/** `rows` are inserted or updated ones, by position. Rejects when the database does not answer, or a policy fails. */
export async function askVisibility(
  sql: Sql,
  caller: Caller,
  table: Table,
  rows: Map<number, Tuple>,
): Promise<Visibility> {
  const statements = [rightsStatement(caller, table.oid)];
  if (rows.size > 0 && primaryKeyOf(table).length > 0) statements.push(visibleStatement(table, rows));
  try {
    const [rights, visible] = await askAs(sql, caller, statements);
    const { isProtected, readable } = rightsShape.parse(rights);
    const positions = isProtected ? visibleShape.parse(visible ?? []) : [...rows.keys()];
    return {
      isProtected,
      readable: new Set(readable),
      rows: new Map(positions.map((position) => [position, null])),
    };
  } catch (error) {
    // Whoever may not read so much as the key has no way to be shown a row.
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return NOTHING;
    throw error;
  }
}

/**
 * Brings rows that are no longer as their changes made them up to date in what was found out about several callers:
 * policies judged the row of now, so that the row of now is all they allow to be told. What it was may have been
 * nobody's business.
 */
export async function refresh(
  sql: Sql,
  table: Table,
  changes: Change[],
  found: { caller: Caller; visibility: Visibility }[],
): Promise<void> {
  const guarded = found.filter(({ visibility }) => visibility.isProtected && visibility.rows.size > 0);
  const seen = new Set(guarded.flatMap(({ visibility }) => [...visibility.rows.keys()]));
  if (seen.size === 0) return;
  // Asked after the callers: what is unchanged now was unchanged then.
  const unchanged = await listUnchanged(sql, table, pick(changes, seen));
  await Promise.all(
    guarded.map(async ({ caller, visibility }) => {
      const stale = pick(
        changes,
        [...visibility.rows.keys()].filter((position) => !unchanged.has(position)),
      );
      if (stale.size === 0) return;
      const now = await readRows(sql, caller, table, rowsOf(stale), [...visibility.readable]);
      for (const position of stale.keys()) visibility.rows.delete(position);
      for (const [position, row] of now) visibility.rows.set(position, row);
    }),
  );
}

function pick(changes: Change[], positions: Iterable<number>): Map<number, Change> {
  const picked = new Map<number, Change>();
  for (const position of positions) {
    const change = changes[position];
    if (change) picked.set(position, change);
  }
  return picked;
}

/** The columns of a table that this caller may read. */
export async function listReadable(sql: Sql, caller: Caller, table: Table): Promise<Set<string>> {
  const [rights] = await askAs(sql, caller, [rightsStatement(caller, table.oid)]);
  return new Set(rightsShape.parse(rights).readable);
}

function rightsStatement({ role }: Caller, oid: number): string {
  return `select jsonb_build_object(
      'isProtected', (select relrowsecurity from pg_catalog.pg_class where oid = ${oid}),
      'readable', coalesce((
        select jsonb_agg(attname) from pg_catalog.pg_attribute
        where attrelid = ${oid} and attnum > 0 and not attisdropped
          and has_column_privilege(${literal(role)}, attrelid, attnum, 'select')
      ), '[]'))`;
}

function visibleStatement(table: Table, rows: Map<number, Tuple>): string {
  const { relation, condition } = soughtRows(table, rows);
  return `select coalesce(jsonb_agg(s.n), '[]') from ${relation}
    where exists (select from ${quoteQualified(table)} t where ${condition})`;
}
