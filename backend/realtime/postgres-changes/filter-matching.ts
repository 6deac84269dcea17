/**
 * Matches rows against filters. Postgres compares, because only it knows how values of a type are ordered.
 * One statement evaluates all filters of a table over all rows of a batch, so that a thousand subscribers
 * with a filter each cost little more than one.
 */
import { z } from "zod";
import { quoteLiteral } from "#backend/core/database/sql-text.ts";
import type { Condition, Filter } from "./filter.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Column, Table } from "./table.ts";

/** Conditions on the same column and operator, with all of their values. */
interface Comparison {
  column: Column;
  operator: Condition["operator"];
  isNegated: boolean;
  values: string[];
  /** By value, the keys of the conditions that compare with it. */
  conditions: Map<string, Set<string>>;
}

/** The placeholder for operators that take no value. */
const NO_VALUE = "";

/** Two filters with the same key are the same. */
export function filterKey(filter: Filter): string {
  return JSON.stringify(filter.map(conditionKey));
}

function conditionKey({ column, operator, isNegated, values }: Condition): string {
  return JSON.stringify([column, operator, isNegated, ...values]);
}

const matchesSchema = z.array(z.tuple([z.number(), z.number(), z.number()]));

/** By filter key, the indexes of the rows that match. `query` runs a statement and returns its result. */
export async function matchRows(
  filters: Iterable<Filter>,
  rows: Tuple[],
  table: Table,
  query: (statement: string) => Promise<unknown>,
): Promise<Map<string, Set<number>>> {
  const list = [...filters];
  const comparisons = groupComparisons(list.flat(), table);
  const matches = new Map<string, Set<number>>();
  const hits =
    comparisons.length > 0 ? matchesSchema.parse(await query(matchingStatement(rows, comparisons))) : [];
  for (const [row, index, value] of hits) {
    const comparison = comparisons[index];
    // Of a deleted row only the key may be known: an unknown column is not null.
    if (!comparison || rows[row]?.has(comparison.column.name) !== true) continue;
    for (const key of comparison.conditions.get(comparison.values[value] ?? NO_VALUE) ?? []) {
      matches.set(key, (matches.get(key) ?? new Set()).add(row));
    }
  }
  return new Map(list.map((filter) => [filterKey(filter), intersectMatches(filter, matches)]));
}

function intersectMatches(filter: Filter, matches: Map<string, Set<number>>): Set<number> {
  const [first = new Set<number>(), ...others] = filter.map(
    (condition) => matches.get(conditionKey(condition)) ?? new Set<number>(),
  );
  return new Set([...first].filter((row) => others.every((rows) => rows.has(row))));
}

/** A condition on a column that the table does not have is left out: no row matches it. */
function groupComparisons(conditions: Condition[], table: Table): Comparison[] {
  const comparisons = new Map<string, Comparison>();
  for (const condition of conditions) {
    const { operator, isNegated } = condition;
    const column = table.columns.find(({ name }) => name === condition.column);
    if (column === undefined) continue;
    const key = JSON.stringify([condition.column, operator, isNegated]);
    const comparison = comparisons.get(key) ?? {
      column,
      operator,
      isNegated,
      values: [],
      conditions: new Map<string, Set<string>>(),
    };
    comparisons.set(key, comparison);
    for (const value of condition.values.length > 0 ? condition.values : [NO_VALUE]) {
      const known = comparison.conditions.get(value) ?? new Set<string>();
      if (known.size === 0 && condition.values.length > 0) comparison.values.push(value);
      comparison.conditions.set(value, known.add(conditionKey(condition)));
    }
  }
  return [...comparisons.values()];
}

/**
 * Returns a list of [row, comparison, value], each an index from 0 into its list. The columns are named by their
 * positions, because a table may have one that is called like the row's index.
 */
function matchingStatement(rows: Tuple[], comparisons: Comparison[]): string {
  const columns = [...new Set(comparisons.map(({ column }) => column))];
  const definitions = columns.map(({ sqlType }, i) => `,c${i} ${sqlType}`);
  const branches = comparisons.map((comparison, position) => {
    const { column, operator, isNegated, values } = comparison;
    const value = `r.c${columns.indexOf(column)}`;
    const not = isNegated ? "not " : "";
    return values.length === 0
      ? `select r.n, ${position} as k, 0::bigint as v from rows r where ${not}(${value} ${operator})`
      : `select r.n, ${position} as k, x.v
     from rows r, (${valuesSql(values, column)}) x (value, v)
     where ${not}(${value} ${operator} x.value)`;
  });
  return `with rows as materialized (
      select * from jsonb_to_recordset(${quoteLiteral(recordset(rows, columns))}::jsonb) as r (n int${definitions.join("")})
    )
    select coalesce(jsonb_agg(jsonb_build_array(n, k, v)), '[]') from (${branches.join(" union all ")}) hits`;
}

/** Fails when a value is not of the column's type, or the type has no such operator. */
export function validationStatement({ operator, values }: Condition, column: Column): string {
  const nullRow = `(select null::${column.sqlType} as value) r`;
  if (values.length === 0) return `select count(*) from ${nullRow} where r.value ${operator}`;
  // Postgres skips comparisons with null: a value is validated only by itself, and a pattern against a text.
  const check = operator.startsWith("~") ? `'' ${operator} x.value::text` : "x.value";
  return `select num_nulls(count(r.value ${operator} x.value), count(${check}))
    from ${nullRow}, (${valuesSql(values, column)}) x (value)`;
}

/**
 * The values with their indexes. They are cast one by one, because there is no array of an array's type; without the
 * offset, Postgres would cast a value again for each row.
 */
function valuesSql(values: string[], { sqlType }: Column): string {
  const items = values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`);
  return `select value::${sqlType}, position - 1
    from unnest(${quoteLiteral(`{${items.join(",")}}`)}::text[]) with ordinality item (value, position) offset 0`;
}

function recordset(rows: Tuple[], columns: Column[]): string {
  const records = rows.map((row, position) => {
    const fields = columns.flatMap(({ name, baseType }, i) => {
      const value = row.get(name);
      if (value === undefined || value === null) return [];
      const isJson = baseType === "json" || baseType === "jsonb";
      return [`,"c${i}":${isJson ? value : JSON.stringify(value)}`];
    });
    return `{"n":${position}${fields.join("")}}`;
  });
  return `[${records.join(",")}]`;
}
