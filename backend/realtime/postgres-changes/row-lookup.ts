/** Looks up the current values of rows by primary key. */
import { z } from "zod";
import type { Sql } from "#backend/core/database/database.ts";
import { quoteIdentifier, quoteLiteral, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { Change } from "./change-feed.ts";
import type { Tuple } from "./pgoutput.ts";
import { queryAs, SERVICE_CALLER } from "./query-as.ts";
import type { Column, Table } from "./table.ts";

const valuesSchema = z.array(z.tuple([z.number(), z.record(z.string(), z.string().nullable())]));

export function primaryKeyOf({ columns }: Table): Column[] {
  return columns.filter(({ isPrimaryKey }) => isPrimaryKey);
}

/**
 * The keys of the rows, each with its index in `n`, as a relation `s` for a statement; and the condition that
 * joins `t`, the table, with them. A list of literal length lets Postgres use the index of the key.
 */
function keyLookup(table: Table, rows: Map<number, Tuple>): { relation: string; condition: string } {
  const key = primaryKeyOf(table);
  const keys = [...rows].map(([n, row]) => {
    const values = key.map(({ name, sqlType }) => `${literalOf(row.get(name) ?? null)}::${sqlType}`);
    return `(${[n, ...values].join(", ")})`;
  });
  return {
    relation: `(values ${keys.join(", ")}) as s (n${key.map((_, i) => `, k${i}`).join("")})`,
    condition: key.map(({ name }, i) => `t.${quoteIdentifier(name)} = s.k${i}`).join(" and "),
  };
}

function literalOf(value: string | null): string {
  return value === null ? "null" : quoteLiteral(value);
}

/** For queryAsEach: the indexes of the rows that a caller sees. */
export function visibleRowsQuery(table: Table, rows: Map<number, Tuple>): string {
  const { relation, condition } = keyLookup(table, rows);
  return `select coalesce(jsonb_agg(s.n), '[]') from ${relation}
    where s.n = any ($1) and exists (select from ${quoteQualified(table)} t where ${condition})`;
}

/**
 * For queryAsEach: the values of these columns in the rows that a caller sees. `parseRowValues` parses the
 * result.
 */
export function rowValuesQuery(table: Table, rows: Map<number, Tuple>, columns: string[]): string {
  const { relation, condition } = keyLookup(table, rows);
  return rowValuesStatement(
    columns,
    `${relation} join ${quoteQualified(table)} t on ${condition} where s.n = any ($1)`,
  );
}

/** The indexes of the changes whose rows still have the values of the change. */
export async function listUnchangedRows(
  sql: Sql,
  table: Table,
  changes: Map<number, Change>,
): Promise<Set<number>> {
  const rows = newRowsOf(changes);
  const { relation, condition } = keyLookup(table, rows);
  const writers = [...changes].map(([n, { transaction }]) => `(${n}, ${quoteLiteral(String(transaction))})`);
  const columns = new Set([...changes.values()].flatMap(({ row }) => [...(row?.keys() ?? [])]));
  // A row that was written twice in one transaction has the same xmin both times: the values tell them apart.
  // A savepoint has its own transaction id: its rows count as changed, which costs one more query.
  const from = `${relation}
    join (values ${writers.join(", ")}) as w (n, writer) on w.n = s.n
    join ${quoteQualified(table)} t on ${condition} and t.xmin::text = w.writer`;
  const [result] = await queryAs(sql, SERVICE_CALLER, [rowValuesStatement([...columns], from)]);
  const unchanged = [...parseRowValues(result)].filter(([index, now]) => {
    const row = rows.get(index) ?? new Map<string, string | null>();
    return [...row].every(([name, value]) => now.get(name) === value);
  });
  return new Set(unchanged.map(([index]) => index));
}

/** Formats values as the replication stream does: `::text` would format a boolean differently. */
function rowValuesStatement(columns: string[], from: string): string {
  const pairs = columns.map((name) => {
    const column = `t.${quoteIdentifier(name)}`;
    return `${quoteLiteral(name)}, case when num_nulls(${column}) = 0 then format('%s', ${column}) end`;
  });
  // A function takes 100 arguments at most.
  const objects = Array.from(
    { length: Math.ceil(pairs.length / 50) },
    (_, n) => `jsonb_build_object(${pairs.slice(n * 50, n * 50 + 50).join(", ")})`,
  );
  return `select coalesce(jsonb_agg(jsonb_build_array(s.n, ${objects.join(" || ") || "'{}'::jsonb"})), '[]') from ${from}`;
}

/** By index. Rows with equal values are one object among all calls with the same `shared`. */
export function parseRowValues(result: unknown, shared = new Map<string, Tuple>()): Map<number, Tuple> {
  return new Map(
    valuesSchema.parse(result).map(([index, row]) => {
      const key = JSON.stringify(row);
      const tuple = shared.get(key) ?? new Map(Object.entries(row));
      shared.set(key, tuple);
      return [index, tuple];
    }),
  );
}

/** The new rows of inserts and updates, by index. */
export function newRowsOf(changes: Map<number, Change>): Map<number, Tuple> {
  const rows = new Map<number, Tuple>();
  for (const [index, { row }] of changes) if (row) rows.set(index, row);
  return rows;
}

/**
 * The stream does not repeat large values (TOAST) that an update did not change. They are read from the rows,
 * once for all subscribers, so that every record is complete.
 */
export async function fillUnchangedToastColumns(sql: Sql, table: Table, changes: Change[]): Promise<void> {
  const incomplete = new Map<number, Tuple>();
  const missing = new Set<string>();
  for (const [index, { row, relation }] of changes.entries()) {
    if (row === null || row.size === relation.columns.length) continue;
    incomplete.set(index, row);
    for (const { name } of relation.columns) if (!row.has(name)) missing.add(name);
  }
  if (incomplete.size === 0 || primaryKeyOf(table).length === 0) return;
  const { relation, condition } = keyLookup(table, incomplete);
  const from = `${relation} join ${quoteQualified(table)} t on ${condition}`;
  const [result] = await queryAs(sql, SERVICE_CALLER, [rowValuesStatement([...missing], from)]);
  for (const [index, values] of parseRowValues(result)) {
    const row = incomplete.get(index);
    for (const [name, value] of values) if (row?.has(name) === false) row.set(name, value);
  }
}
