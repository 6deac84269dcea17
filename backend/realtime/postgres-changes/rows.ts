/** Values of rows as they are in their tables now, found by primary key. */
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { literal, quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import { askAs, SERVICE } from "./as-caller.ts";
import type { Change } from "./feed.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Column, Table } from "./table.ts";

const valuesShape = z.array(z.tuple([z.number(), z.record(z.string(), z.string().nullable())]));

export function primaryKeyOf({ columns }: Table): Column[] {
  return columns.filter(({ isPrimaryKey }) => isPrimaryKey);
}

/**
 * The rows sought, each with its position in `n`, as a relation `s` for a statement; and the condition under which
 * `t`, the table, is the one that is sought. A list whose length Postgres sees lets it look the rows up by their key.
 */
function soughtRows(table: Table, rows: Map<number, Tuple>): { relation: string; condition: string } {
  const key = primaryKeyOf(table);
  const sought = [...rows].map(([n, row]) => {
    const values = key.map(({ name, sqlType }) => `${literalOf(row.get(name) ?? null)}::${sqlType}`);
    return `(${[n, ...values].join(", ")})`;
  });
  return {
    relation: `(values ${sought.join(", ")}) as s (n${key.map((_, i) => `, k${i}`).join("")})`,
    condition: key.map(({ name }, i) => `t.${quoteIdentifier(name)} = s.k${i}`).join(" and "),
  };
}

function literalOf(value: string | null): string {
  return value === null ? "null" : literal(value);
}

/** Asked by position (askAsEach): which of the rows a caller sees. */
export function visibleQuestion(table: Table, rows: Map<number, Tuple>): string {
  const { relation, condition } = soughtRows(table, rows);
  return `select coalesce(jsonb_agg(s.n), '[]') from ${relation}
    where s.n = any ($1) and exists (select from ${quoteQualified(table)} t where ${condition})`;
}

/** Asked by position (askAsEach): the values of these columns in the rows that a caller sees. `readValues` reads it. */
export function valuesQuestion(table: Table, rows: Map<number, Tuple>, columns: string[]): string {
  const { relation, condition } = soughtRows(table, rows);
  return valuesStatement(
    columns,
    `${relation} join ${quoteQualified(table)} t on ${condition} where s.n = any ($1)`,
  );
}

/** Those of the changes, by position, whose rows are to this moment as they made them. */
export async function listUnchanged(
  sql: Sql,
  table: Table,
  changes: Map<number, Change>,
): Promise<Set<number>> {
  const rows = rowsOf(changes);
  const { relation, condition } = soughtRows(table, rows);
  const writers = [...changes].map(([n, { transaction }]) => `(${n}, ${literal(String(transaction))})`);
  const columns = new Set([...changes.values()].flatMap(({ row }) => [...(row?.keys() ?? [])]));
  // A row that was written twice in one transaction bears its number both times: the values tell them apart. A
  // savepoint writes under a number of its own: its rows count as changed, which costs a question more.
  const from = `${relation}
    join (values ${writers.join(", ")}) as w (n, writer) on w.n = s.n
    join ${quoteQualified(table)} t on ${condition} and t.xmin::text = w.writer`;
  const [found] = await askAs(sql, SERVICE, [valuesStatement([...columns], from)]);
  const same = [...readValues(found)].filter(([position, now]) => {
    const row = rows.get(position) ?? new Map<string, string | null>();
    return [...row].every(([name, value]) => now.get(name) === value);
  });
  return new Set(same.map(([position]) => position));
}

/** Values as a stream of changes has them: `::text` would write a boolean otherwise. */
function valuesStatement(columns: string[], from: string): string {
  const pairs = columns.map((name) => {
    const column = `t.${quoteIdentifier(name)}`;
    return `${literal(name)}, case when num_nulls(${column}) = 0 then format('%s', ${column}) end`;
  });
  // A function takes 100 arguments at most.
  const objects = Array.from(
    { length: Math.ceil(pairs.length / 50) },
    (_, n) => `jsonb_build_object(${pairs.slice(n * 50, n * 50 + 50).join(", ")})`,
  );
  return `select coalesce(jsonb_agg(jsonb_build_array(s.n, ${objects.join(" || ") || "'{}'::jsonb"})), '[]') from ${from}`;
}

/** By position. Rows of the same values are one object among all that are read with the same `shared`. */
export function readValues(found: unknown, shared = new Map<string, Tuple>()): Map<number, Tuple> {
  return new Map(
    valuesShape.parse(found).map(([position, row]) => {
      const key = JSON.stringify(row);
      const tuple = shared.get(key) ?? new Map(Object.entries(row));
      shared.set(key, tuple);
      return [position, tuple];
    }),
  );
}

/** The rows that inserts and updates have made. */
export function rowsOf(changes: Map<number, Change>): Map<number, Tuple> {
  const rows = new Map<number, Tuple>();
  for (const [position, { row }] of changes) if (row) rows.set(position, row);
  return rows;
}

/**
 * Large values that an update left as they were are not repeated in the stream of changes. They are read from the
 * rows, once for all subscribers, so that a record is whole whoever receives it.
 */
export async function addUnchanged(sql: Sql, table: Table, changes: Change[]): Promise<void> {
  const incomplete = new Map<number, Tuple>();
  const missing = new Set<string>();
  for (const [position, { row, relation }] of changes.entries()) {
    if (row === null || row.size === relation.columns.length) continue;
    incomplete.set(position, row);
    for (const { name } of relation.columns) if (!row.has(name)) missing.add(name);
  }
  if (incomplete.size === 0 || primaryKeyOf(table).length === 0) return;
  const { relation, condition } = soughtRows(table, incomplete);
  const from = `${relation} join ${quoteQualified(table)} t on ${condition}`;
  const [found] = await askAs(sql, SERVICE, [valuesStatement([...missing], from)]);
  for (const [position, values] of readValues(found)) {
    const row = incomplete.get(position);
    for (const [name, value] of values) if (row?.has(name) === false) row.set(name, value);
  }
}
