/** Fields, conditions and orders as SQL. `owner` is the quoted name that qualifies the columns. */
import { quoteIdentifier } from "#backend/core/database/sql-text.ts";
import type { Condition, PlannedField, PlannedOrder } from "#backend/rest/plan/plan.ts";
import type { Params } from "./params.ts";

/** `*` stands for all of them. */
export function columnSql(owner: string, name: string): string {
  return name === "*" ? `${owner}.*` : `${owner}.${quoteIdentifier(name)}`;
}

/** A column, or the value at a path within it. */
export function fieldSql(owner: string, field: PlannedField, params: Params): string {
  const column = columnSql(owner, field.name);
  if (field.path.length === 0) return column;
  const steps = field.path.map(({ arrow, operand }) =>
    operand.kind === "key"
      ? `${arrow}${params.add(operand.key)}`
      : `${arrow}${params.add(operand.index)}::int`,
  );
  return (field.convert ? `to_jsonb(${column})` : column) + steps.join("");
}

export function conditionSql(owner: string, condition: Condition, params: Params): string {
  switch (condition.kind) {
    case "filter":
      return filterSql(owner, condition, params);
    case "embed-null":
      return `${quoteIdentifier(condition.embed.lateral)} IS ${condition.negated ? "" : "NOT "}DISTINCT FROM NULL`;
    case "group": {
      const members = condition.members.map((member) => conditionSql(owner, member, params));
      return groupSql(condition, members);
    }
    default:
      return condition satisfies never;
  }
}

export function groupSql(group: Extract<Condition, { kind: "group" }>, members: string[]): string {
  return `${group.negated ? "NOT " : ""}(${members.join(group.operator === "and" ? " AND " : " OR ")})`;
}

function filterSql(
  owner: string,
  { field, parse, toVector, negated, operation }: Extract<Condition, { kind: "filter" }>,
  params: Params,
): string {
  const not = negated ? "NOT " : "";
  const left = fieldSql(owner, field, params);
  const valueSql = (value: string) =>
    parse === null ? params.add(value) : `${parse}(${params.add(value)}::text)`;
  switch (operation.kind) {
    case "simple":
      return `${not}${left} ${operation.operator} ${valueSql(operation.value)}`;
    case "quantifiable": {
      const isPattern = operation.operator === "LIKE" || operation.operator === "ILIKE";
      const value = isPattern ? params.add(operation.value.replaceAll("*", "%")) : valueSql(operation.value);
      const right = operation.quantifier === null ? value : `${operation.quantifier.toUpperCase()}(${value})`;
      return `${not}${left} ${operation.operator} ${right}`;
    }
    case "in": {
      const isEmpty = operation.values.length === 1 && operation.values[0] === "";
      const list = params.add(isEmpty ? "{}" : arrayLiteral(operation.values));
      return `${not}${left} = ANY(${parse === null ? list : `SELECT ${parse}(unnest(${list}::text[]))`})`;
    }
    case "is":
      return `${not}${left} IS ${operation.value}`;
    case "distinct":
      return `${not}${left} IS DISTINCT FROM ${params.add(operation.value)}`;
    case "full-text": {
      const config = operation.config === null ? "" : `${params.add(operation.config)}, `;
      const vector = toVector ? `to_tsvector(${config}${left})` : left;
      return `${not}${vector} @@ ${operation.query}(${config}${params.add(operation.value)})`;
    }
    default:
      return operation satisfies never;
  }
}

/** `{"a","b"}`, the text form of an array, whatever its type. */
export function arrayLiteral(values: string[]): string {
  const quoted = values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`);
  return `{${quoted.join(",")}}`;
}

/** ` ORDER BY …`, or nothing. */
export function orderSql(owner: string, order: PlannedOrder[], params: Params): string {
  if (order.length === 0) return "";
  const terms = order.map(({ embed, field, direction, nulls }) => {
    const term = fieldSql(embed === null ? owner : quoteIdentifier(embed.lateral), field, params);
    const directionSql = direction === null ? "" : ` ${direction.toUpperCase()}`;
    return (
      term + directionSql + (nulls === null ? "" : nulls === "nullsfirst" ? " NULLS FIRST" : " NULLS LAST")
    );
  });
  return ` ORDER BY ${terms.join(", ")}`;
}
