/**
 * Which rows fulfil which filters. Postgres compares, because only it knows how values of a type are ordered; all
 * filters of a table are judged over all rows of a batch in one statement, so that a thousand subscribers with a
 * filter each cost little more than one.
 */
import { literal, quoteIdentifier } from "../../core/sql-text.ts";
import type { Filter } from "./filter.ts";
import type { Tuple } from "./pgoutput.ts";
import type { Column, Table } from "./table.ts";

/** Filters of the same column and operator, with the values that any of them asks for. */
interface Condition {
  column: Column;
  operator: Filter["operator"];
  values: string[];
  /** By value, the keys of the filters that it fulfils. */
  filters: Map<string, Set<string>>;
}

/** Two filters with the same key are the same. */
export function filterKey({ column, operator, values }: Filter): string {
  return JSON.stringify([column, operator, ...values]);
}

/** A filter whose column the table does not have is left out: nothing fulfils it. */
export function conditionsOf(filters: Iterable<Filter>, table: Table): Condition[] {
  const conditions = new Map<string, Condition>();
  for (const filter of filters) {
    const column = table.columns.find(({ name }) => name === filter.column);
    if (column === undefined) continue;
    const key = JSON.stringify([filter.column, filter.operator]);
    const condition: Condition = conditions.get(key) ?? {
      column,
      operator: filter.operator,
      values: [],
      filters: new Map(),
    };
    conditions.set(key, condition);
    for (const value of filter.values) {
      const known = condition.filters.get(value) ?? new Set<string>();
      if (known.size === 0) condition.values.push(value);
      condition.filters.set(value, known.add(filterKey(filter)));
    }
  }
  return [...conditions.values()];
}

/** Gives a list of [row, condition, value], each a position in its list, counted from 0. */
export function matchingStatement(rows: Tuple[], conditions: Condition[]): string {
  const columns = new Map(conditions.map(({ column }) => [column.name, column]));
  const definitions = [...columns.values()].map(
    ({ name, sqlType }) => `,${quoteIdentifier(name)} ${sqlType}`,
  );
  const branches = conditions.map(
    ({ column, operator, values }, position) =>
      `select r.n, ${position} as k, x.v - 1 as v
     from rows r, unnest(${arrayLiteral(values, column)}) with ordinality x (value, v)
     where r.${quoteIdentifier(column.name)} ${operator} x.value`,
  );
  return `with rows as materialized (
      select * from jsonb_to_recordset(${literal(recordset(rows, [...columns.values()]))}::jsonb) as r (n int${definitions.join("")})
    )
    select coalesce(jsonb_agg(jsonb_build_array(n, k, v)), '[]') from (${branches.join(" union all ")}) hits`;
}

/** Fails as Postgres does when a value is none of the column's type, or the type knows no such comparison. */
export function castStatement({ operator, values }: Filter, column: Column): string {
  return `select count(r.value ${operator} x.value)
    from (select null::${column.sqlType} as value) r, unnest(${arrayLiteral(values, column)}) x (value)`;
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
