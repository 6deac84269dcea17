/**
 * A read plan as SQL. Each embedded resource is a lateral join, so that its filters, order and limit apply to
 * each parent row; Postgres flattens those that are plain joins.
 */
import { type QualifiedName, quoteIdentifier, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { Aggregate } from "#backend/rest/api-request/select.ts";
import type { Condition, EmbedPlan, PlannedColumn, ReadPlan } from "#backend/rest/plan/plan.ts";
import { columnSql, conditionSql, fieldSql, groupSql, orderSql } from "./expressions.ts";
import type { Params } from "./params.ts";

/** The name of the common table expression with the rows of a mutation or call. */
export const SOURCE = "pgrst_source";

/**
 * The position of an embedded resource: `owner` is the quoted name by which its join conditions refer to the
 * parent.
 */
interface Parent {
  embed: EmbedPlan;
  owner: string;
}

/**
 * The rows of a list as a source under this name, and the SQL of one row there. Rows that hold lists are counted
 * while they are read, and the statement ends with an error (platform/021_session_checks.sql) before a list of lists
 * of lists fills the memory. The raw size is close enough, and costs no second conversion to JSON.
 */
export function listSourceSql(plan: ReadPlan, rows: string, name: string): { source: string; row: string } {
  if (plan.maxBytes === null) return { source: `(${rows}) AS ${name}`, row: name };
  const sized = `SELECT ${name}, sum(pg_column_size(${name})) OVER (ROWS UNBOUNDED PRECEDING) AS pgrst_bytes FROM (${rows}) AS ${name}`;
  const isAllowed = `pgrst_bytes <= ${plan.maxBytes} OR extensions.refuse_response(${plan.maxBytes})`;
  return { source: `(${sized}) AS ${name} WHERE ${isAllowed}`, row: `${name}.${name}` };
}

/** With a parent, the rows that are embedded in one of its rows. */
export function readSql(plan: ReadPlan, params: Params, parent?: Parent): string {
  const owner = ownerOf(plan);
  const selected = [
    ...plan.columns.map((column) => ({
      sql: selectedSql(owner, column, params),
      grouped: column.aggregate === null,
    })),
    ...plan.embeds.flatMap((embed) => embedColumns(embed, plan.grouped)),
  ];
  // An embed without selected columns still needs its columns for the orders that refer to it.
  const list = selected.length === 0 ? `${owner}.*` : selected.map(({ sql }) => sql).join(", ");
  const joins = plan.embeds.map((embed) => joinSql(embed, owner, params)).join("");
  const where = [
    ...(parent ? joinConditions(parent.embed, parent.owner, owner) : []),
    ...plan.where.map((condition) => conditionSql(owner, condition, params)),
  ];
  return `SELECT ${list} FROM ${fromSql(plan, parent)}${joins}${whereSql(where)}${
    plan.grouped ? groupBySql(selected) : ""
  }${orderSql(owner, plan.order, params)}${rangeSql(plan, params)}`;
}

function selectedSql(owner: string, column: PlannedColumn, params: Params): string {
  const { field, formatter, cast, aggregate, wholeRow, alias } = column;
  const stored = wholeRow
    ? owner
    : aggregate !== null && field.name === "*"
      ? "*"
      : fieldSql(owner, field, params);
  const formatted = formatter === null ? stored : `${formatter}(${stored})`;
  const value = aggregateSql(aggregate, castSql(cast, formatted));
  return alias === null ? value : `${value} AS ${quoteIdentifier(alias)}`;
}

function castSql(cast: string | null, value: string): string {
  return cast === null ? value : `CAST(${value} AS ${cast})`;
}

function aggregateSql(aggregate: Aggregate | null, value: string): string {
  return aggregate === null ? value : castSql(aggregate.cast, `${aggregate.name}(${value})`);
}

/** Groups by position, because names might refer to columns that are not selected. */
function groupBySql(selected: { grouped: boolean }[]): string {
  const positions = selected.flatMap(({ grouped }, i) => (grouped ? [i + 1] : []));
  return positions.length === 0 ? "" : ` GROUP BY ${positions.join(", ")}`;
}

/** One row for each row of the root, before limit and offset: the subject of `count`. */
export function countSql(plan: ReadPlan, params: Params, parent?: Parent): string {
  const owner = ownerOf(plan);
  const exists = (embed: EmbedPlan) => `EXISTS (${countSql(embed.plan, params, { embed, owner })})`;
  const countCondition = (condition: Condition): string => {
    switch (condition.kind) {
      case "embed-null":
        return `${condition.negated ? "" : "NOT "}${exists(condition.embed)}`;
      case "group":
        return groupSql(condition, condition.members.map(countCondition));
      case "filter":
        return conditionSql(owner, condition, params);
      default:
        return condition satisfies never;
    }
  };
  const where = [
    ...(parent ? joinConditions(parent.embed, parent.owner, owner) : []),
    ...plan.where.map(countCondition),
    ...plan.embeds.filter((embed) => embed.join === "inner").map(exists),
  ];
  return `SELECT 1 FROM ${fromSql(plan, parent)}${whereSql(where)}`;
}

function ownerOf({ alias, relation }: ReadPlan): string {
  return alias === null ? quoteQualified(relation) : quoteIdentifier(alias);
}

function fromSql({ from, alias }: ReadPlan, parent: Parent | undefined): string {
  const cardinality = parent?.embed.relationship.cardinality;
  const name =
    parent && cardinality?.kind === "computed"
      ? rowFunctionSql(cardinality.routine, parent.owner, parent.embed.relationship.relation)
      : from === null
        ? SOURCE
        : quoteQualified(from);
  const aliased = alias === null ? name : `${name} AS ${quoteIdentifier(alias)}`;
  return cardinality?.kind === "many-to-many"
    ? `${aliased}, ${quoteQualified(cardinality.junction)}`
    : aliased;
}

/** The cast selects the overload of a function, and restores the row type of a preceding mutation or call. */
function rowFunctionSql(routine: QualifiedName, owner: string, relation: QualifiedName): string {
  return `${quoteQualified(routine)}((${owner}.*)::${quoteQualified(relation)})`;
}

function whereSql(conditions: string[]): string {
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}

/** The limit is part of the text, because the planner uses it; the offset is a parameter. */
function rangeSql({ limit, offset }: ReadPlan, params: Params): string {
  return `${limit === null ? "" : ` LIMIT ${limit}`}${offset === 0 ? "" : ` OFFSET ${params.add(String(offset))}`}`;
}

function joinConditions({ relationship: { cardinality } }: EmbedPlan, parent: string, own: string): string[] {
  if (cardinality.kind === "computed") return [];
  if (cardinality.kind !== "many-to-many") {
    return cardinality.columns.map(([a, b]) => `${columnSql(own, b)} = ${columnSql(parent, a)}`);
  }
  const junction = quoteQualified(cardinality.junction);
  return [
    ...cardinality.targetColumns.map(([a, b]) => `${columnSql(own, a)} = ${columnSql(junction, b)}`),
    ...cardinality.sourceColumns.map(([a, b]) => `${columnSql(parent, a)} = ${columnSql(junction, b)}`),
  ];
}

/** Rows are grouped by jsonb, since json values cannot be compared. */
function embedColumns(
  { name, lateral, toOne, spread, isEmpty }: EmbedPlan,
  inGroups: boolean,
): { sql: string; grouped: boolean }[] {
  const join = quoteIdentifier(lateral);
  const form = inGroups ? "::jsonb" : "";
  if (isEmpty) return [];
  if (spread !== null) {
    return spread.map(({ name: column, aggregate, isJson }) => {
      const argument = columnSql(join, column) + (toOne && !isJson ? "" : form);
      const value = aggregateSql(aggregate, argument);
      const needsAlias = aggregate !== null || (isJson && inGroups) || (!toOne && inGroups);
      return {
        sql: needsAlias ? `${value} AS ${quoteIdentifier(column)}` : value,
        grouped: aggregate === null,
      };
    });
  }
  const value = toOne ? `row_to_json(${join}.*)` : `COALESCE(${join}.${join}, '[]')`;
  return [{ sql: `${value}${form} AS ${quoteIdentifier(name)}`, grouped: true }];
}

function joinSql(embed: EmbedPlan, owner: string, params: Params): string {
  const join = quoteIdentifier(embed.lateral);
  const rows = readSql(embed.plan, params, { embed, owner });
  const kind = embed.join === "inner" ? "INNER" : "LEFT";
  if (embed.toOne) return ` ${kind} JOIN LATERAL (${rows}) AS ${join} ON TRUE`;
  const { source, row } = listSourceSql(embed.plan, rows, join);
  const lists = (embed.spread ?? []).map(({ name }) => {
    const value = columnSql(row === join ? join : `(${row})`, name);
    return `, COALESCE(json_agg(${value}), '[]') AS ${quoteIdentifier(name)}`;
  });
  const condition = embed.join === "inner" ? `${join}.${join} IS NOT NULL` : "TRUE";
  return ` ${kind} JOIN LATERAL (SELECT json_agg(${row}) AS ${join}${lists.join("")} FROM ${source}) AS ${join} ON ${condition}`;
}
