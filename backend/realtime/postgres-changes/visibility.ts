/**
 * What a caller may see of changed rows, asked of the database in the caller's own name: the rows that the policies
 * show, found by primary key, and the columns that the privileges let be read.
 */
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { codeOf } from "../../core/errors.ts";
import { literal, quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import { askAs, type Caller } from "./as-caller.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Table } from "./table.ts";

export interface Visibility {
  /** Whether row-level security is on for the table. */
  isProtected: boolean;
  readable: Set<string>;
  /** Positions of the rows that may be seen. All of them when the table is not protected. */
  rows: Set<number>;
}

const rightsShape = z.object({ isProtected: z.boolean(), readable: z.array(z.string()) });
const positionsShape = z.array(z.number());

const INSUFFICIENT_PRIVILEGE = "42501";
const NOTHING: Visibility = { isProtected: true, readable: new Set(), rows: new Set() };

/** `rows` are inserted or updated ones. Rejects when the database does not answer, or a policy fails. */
export async function askVisibility(
  sql: Sql,
  caller: Caller,
  table: Table,
  rows: Map<number, Tuple>,
): Promise<Visibility> {
  const key = primaryKeyOf(table);
  const statements = [rightsStatement(caller, table.oid)];
  if (rows.size > 0 && key.length > 0) statements.push(visibleStatement(table, rows));
  try {
    const [rights, visible] = await askAs(sql, caller, statements);
    const { isProtected, readable } = rightsShape.parse(rights);
    const positions = isProtected ? positionsShape.parse(visible ?? []) : rows.keys();
    return { isProtected, readable: new Set(readable), rows: new Set(positions) };
  } catch (error) {
    // Whoever may not read so much as the key has no way to be shown a row.
    if (codeOf(error) === INSUFFICIENT_PRIVILEGE) return NOTHING;
    throw error;
  }
}

/** The columns of a table that this caller may read. */
export async function listReadable(sql: Sql, caller: Caller, table: Table): Promise<Set<string>> {
  const [rights] = await askAs(sql, caller, [rightsStatement(caller, table.oid)]);
  return new Set(rightsShape.parse(rights).readable);
}

export function primaryKeyOf({ columns }: Table): Table["columns"] {
  return columns.filter(({ isPrimaryKey }) => isPrimaryKey);
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
  const key = primaryKeyOf(table);
  const sought = [...rows].map(([position, row]) =>
    JSON.stringify({
      n: position,
      ...Object.fromEntries(key.map(({ name }, i) => [`k${i}`, row.get(name) ?? null])),
    }),
  );
  const definitions = key.map(({ sqlType }, i) => `k${i} ${sqlType}`).join(", ");
  const conditions = key.map(({ name }, i) => `t.${quoteIdentifier(name)} = s.k${i}`).join(" and ");
  return `select coalesce(jsonb_agg(s.n), '[]')
    from jsonb_to_recordset(${literal(`[${sought.join(",")}]`)}::jsonb) as s (n int, ${definitions})
    where exists (select from ${quoteQualified(table)} t where ${conditions})`;
}
