/**
 * Large values that an update left as they were are not repeated in the stream of changes. They are read from the row,
 * once for all subscribers, so that a record is whole whoever receives it.
 */
import { z } from "zod";
import type { Sql } from "../../core/database.ts";
import { literal, quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import { askAs, SERVICE } from "./as-caller.ts";
import type { Change } from "./feed.ts";
import type { Column, Table } from "./table.ts";
import { primaryKeyOf } from "./visibility.ts";

const valuesShape = z.array(z.tuple([z.number(), z.record(z.string(), z.string().nullable())]));

/** Puts the missing values into the rows of updates, as far as the rows still exist. */
export async function addUnchanged(sql: Sql, table: Table, changes: Change[]): Promise<void> {
  const key = primaryKeyOf(table);
  const incomplete = changes.filter(
    ({ row, relation }) => row !== null && row.size < relation.columns.length,
  );
  if (incomplete.length === 0 || key.length === 0) return;
  const missing = table.columns.filter(({ name }) => incomplete.some(({ row }) => row?.has(name) === false));
  const [values] = await askAs(sql, SERVICE, [unchangedStatement(table, key, missing, incomplete)]);
  for (const [position, found] of valuesShape.parse(values)) {
    const change = incomplete[position];
    for (const { name } of change?.relation.columns ?? []) {
      if (change?.row?.has(name) === false) change.row.set(name, found[name] ?? null);
    }
  }
}

function unchangedStatement(table: Table, key: Column[], missing: Column[], changes: Change[]): string {
  const sought = changes.map(({ row }, n) => ({
    n,
    ...Object.fromEntries(key.map(({ name }, i) => [`k${i}`, row?.get(name) ?? null])),
  }));
  const definitions = key.map(({ sqlType }, i) => `k${i} ${sqlType}`).join(", ");
  const conditions = key.map(({ name }, i) => `t.${quoteIdentifier(name)} = s.k${i}`).join(" and ");
  const values = missing.map(({ name }) => `${literal(name)}, t.${quoteIdentifier(name)}::text`).join(", ");
  return `select coalesce(jsonb_agg(jsonb_build_array(s.n, jsonb_build_object(${values}))), '[]')
    from jsonb_to_recordset(${literal(JSON.stringify(sought))}::jsonb) as s (n int, ${definitions})
    join ${quoteQualified(table)} t on ${conditions}`;
}
