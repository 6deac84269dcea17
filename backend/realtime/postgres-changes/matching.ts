/**
 * Which rows fulfil which filters. Postgres compares, because only it knows how values of a type are ordered; all
 * filters of a table are judged over all rows of a batch in one statement, so that a thousand subscribers with a
 * filter each cost little more than one.
 */
import { z } from "zod";
import { literal, quoteIdentifier } from "../../core/sql-text.ts";
import type { Condition, Filter } from "./filter.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Column, Table } from "./table.ts";

/** Conditions of the same column and operator, with the values that any of them asks for. */
interface Comparison {
  column: Column;
  operator: Condition["operator"];
  isNegated: boolean;
  values: string[];
  /** By value, the keys of the conditions that it fulfils. */
  conditions: Map<string, Set<string>>;
}

/** Stands for the value of an operator that takes none. */
const NO_VALUE = "";

/** Two filters with the same key are the same. */
export function filterKey(filter: Filter): string {
  return JSON.stringify(filter.map(conditionKey));
}

function conditionKey({ column, operator, isNegated, values }: Condition): string {
  return JSON.stringify([column, operator, isNegated, ...values]);
}

const hitsShape = z.array(z.tuple([z.number(), z.number(), z.number()]));

/** By the key of each filter, the positions of the rows that fulfil it. `ask` gives what a statement gives. */
export async function matchRows(
  filters: Iterable<Filter>,
  rows: Tuple[],
  table: Table,
  ask: (statement: string) => Promise<unknown>,
): Promise<Map<string, Set<number>>> {
  const wanted = [...filters];
  const comparisons = comparisonsOf(wanted.flat(), table);
  const fulfilled = new Map<string, Set<number>>();
  const hits = comparisons.length > 0 ? hitsShape.parse(await ask(matchingStatement(rows, comparisons))) : [];
  for (const [position, index, value] of hits) {
    const comparison = comparisons[index];
    // Of a row that is gone only the key may be known: what it held beside it is not null.
    if (!comparison || rows[position]?.has(comparison.column.name) !== true) continue;
    for (const key of comparison.conditions.get(comparison.values[value] ?? NO_VALUE) ?? []) {
      fulfilled.set(key, (fulfilled.get(key) ?? new Set()).add(position));
    }
  }
  return new Map(wanted.map((filter) => [filterKey(filter), inAll(filter, fulfilled)]));
}

function inAll(filter: Filter, fulfilled: Map<string, Set<number>>): Set<number> {
  const [first = new Set<number>(), ...others] = filter.map(
    (condition) => fulfilled.get(conditionKey(condition)) ?? new Set<number>(),
  );
  return new Set([...first].filter((position) => others.every((positions) => positions.has(position))));
}

/** A condition whose column the table does not have is left out: nothing fulfils it. */
function comparisonsOf(conditions: Condition[], table: Table): Comparison[] {
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

/** Gives a list of [row, comparison, value], each a position in its list, counted from 0. */
function matchingStatement(rows: Tuple[], comparisons: Comparison[]): string {
  const columns = new Map(comparisons.map(({ column }) => [column.name, column]));
  const definitions = [...columns.values()].map(
    ({ name, sqlType }) => `,${quoteIdentifier(name)} ${sqlType}`,
  );
  const branches = comparisons.map((comparison, position) => {
    const { column, operator, isNegated, values } = comparison;
    const value = `r.${quoteIdentifier(column.name)}`;
    const not = isNegated ? "not " : "";
    return values.length === 0
      ? `select r.n, ${position} as k, 0::bigint as v from rows r where ${not}(${value} ${operator})`
      : `select r.n, ${position} as k, x.v - 1 as v
     from rows r, unnest(${arrayLiteral(values, column)}) with ordinality x (value, v)
     where ${not}(${value} ${operator} x.value)`;
  });
  return `with rows as materialized (
      select * from jsonb_to_recordset(${literal(recordset(rows, [...columns.values()]))}::jsonb) as r (n int${definitions.join("")})
    )
    select coalesce(jsonb_agg(jsonb_build_array(n, k, v)), '[]') from (${branches.join(" union all ")}) hits`;
}

/** Fails as Postgres does when a value is none of the column's type, or the type knows no such comparison. */
export function checkStatement({ operator, values }: Condition, column: Column): string {
  const nothing = `(select null::${column.sqlType} as value) r`;
  if (values.length === 0) return `select count(*) from ${nothing} where r.value ${operator}`;
  // Nothing is compared with null: a pattern is only looked at when there is a text.
  const tried = operator.startsWith("~") ? `, count('' ${operator} x.value::text)` : "";
  return `select num_nulls(count(r.value ${operator} x.value)${tried})
    from ${nothing}, unnest(${arrayLiteral(values, column)}) x (value)`;
}

function arrayLiteral(values: string[], { sqlType }: Column): string {
  const items = values.map((value) => `"${value.replaceAll(/["\\]/g, "\\$&")}"`);
  return `${literal(`{${items.join(",")}}`)}::text::${sqlType}[]`;
}

function recordset(rows: Tuple[], columns: Column[]): string {
  const records = rows.map((row, position) => {
    const fields = columns.flatMap(({ name, baseType }) => {
      const value = row.get(name);
      if (value === undefined || value === null) return [];
      const isJson = baseType === "json" || baseType === "jsonb";
      return [`,${JSON.stringify(name)}:${isJson ? value : JSON.stringify(value)}`];
    });
    return `{"n":${position}${fields.join("")}}`;
  });
  return `[${records.join(",")}]`;
}
