/**
 * A read plan as SQL. Each embedded resource is a lateral join, so that its filters, order and limit hold
 * for each parent row; Postgres flattens those that are a plain join.
 */
import { quoteIdentifier, quoteQualified } from "../../core/sql-text.ts";
import type { Condition, EmbedPlan, ReadPlan } from "../plan/plan.ts";
import { columnSql, conditionSql, fieldSql, groupSql, orderSql } from "./expressions.ts";
import type { Params } from "./params.ts";

/** The name of the common table expression that holds the rows of a mutation or call. */
export const SOURCE = "pgrst_source";

/** `parent` is the quoted name by which an embed's join conditions reach the parent. */
export function readSql(
  plan: ReadPlan,
  params: Params,
  parent?: { embed: EmbedPlan; owner: string },
): string {
  const owner = ownerOf(plan);
  const selected = [
    ...plan.columns.map(({ field, alias, cast }) => {
      const value = fieldSql(owner, field, params);
      const typed = cast === null ? value : `CAST(${value} AS ${cast})`;
      return alias === null ? typed : `${typed} AS ${quoteIdentifier(alias)}`;
    }),
    ...plan.embeds.flatMap(embedColumns),
  ];
  // An embed without columns of its own still needs them for the orders that refer to it.
  const list = selected.length === 0 ? `${owner}.*` : selected.join(", ");
  const joins = plan.embeds.map((embed) => joinSql(embed, owner, params)).join("");
  const where = [
    ...(parent ? joinConditions(parent.embed, parent.owner, owner) : []),
    ...plan.where.map((condition) => conditionSql(owner, condition, params)),
  ];
  return `SELECT ${list} FROM ${fromSql(plan, parent?.embed)}${joins}${whereSql(where)}${orderSql(
    owner,
    plan.order,
    params,
  )}${rangeSql(plan, params)}`;
}

/** One row for each row of the root, before limit and offset: what `count` counts. */
export function countSql(
  plan: ReadPlan,
  params: Params,
  parent?: { embed: EmbedPlan; owner: string },
): string {
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
  return `SELECT 1 FROM ${fromSql(plan, parent?.embed)}${whereSql(where)}`;
}

function ownerOf({ alias, relation }: ReadPlan): string {
  return alias === null ? quoteQualified(relation) : quoteIdentifier(alias);
}

function fromSql({ from, alias }: ReadPlan, embed: EmbedPlan | undefined): string {
  const name = from === null ? SOURCE : quoteQualified(from);
  const aliased = alias === null ? name : `${name} AS ${quoteIdentifier(alias)}`;
  const cardinality = embed?.relationship.cardinality;
  return cardinality?.kind === "many-to-many"
    ? `${aliased}, ${quoteQualified(cardinality.junction)}`
    : aliased;
}

function whereSql(conditions: string[]): string {
  return conditions.length === 0 ? "" : ` WHERE ${conditions.join(" AND ")}`;
}

/** The limit stands in the text, because the planner chooses by it; the offset may be any number. */
function rangeSql({ limit, offset }: ReadPlan, params: Params): string {
  return `${limit === null ? "" : ` LIMIT ${limit}`}${offset === 0 ? "" : ` OFFSET ${params.add(String(offset))}`}`;
}

function joinConditions({ relationship: { cardinality } }: EmbedPlan, parent: string, own: string): string[] {
  if (cardinality.kind !== "many-to-many") {
    return cardinality.columns.map(([a, b]) => `${columnSql(own, b)} = ${columnSql(parent, a)}`);
  }
  const junction = quoteQualified(cardinality.junction);
  return [
    ...cardinality.targetColumns.map(([a, b]) => `${columnSql(own, a)} = ${columnSql(junction, b)}`),
    ...cardinality.sourceColumns.map(([a, b]) => `${columnSql(parent, a)} = ${columnSql(junction, b)}`),
  ];
}

function embedColumns({ name, lateral, toOne, spread, silent }: EmbedPlan): string[] {
  const join = quoteIdentifier(lateral);
  if (spread !== null) return spread.map((column) => columnSql(join, column));
  if (silent) return [];
  const key = quoteIdentifier(name);
  return toOne ? [`row_to_json(${join}.*) AS ${key}`] : [`COALESCE(${join}.${join}, '[]') AS ${key}`];
}

function joinSql(embed: EmbedPlan, owner: string, params: Params): string {
  const join = quoteIdentifier(embed.lateral);
  const rows = readSql(embed.plan, params, { embed, owner });
  const kind = embed.join === "inner" ? "INNER" : "LEFT";
  if (embed.toOne) return ` ${kind} JOIN LATERAL (${rows}) AS ${join} ON TRUE`;
  const lists = (embed.spread ?? []).map((column) => {
    const value = columnSql(join, column);
    return `, COALESCE(json_agg(${value}), '[]') AS ${quoteIdentifier(column)}`;
  });
  const condition = embed.join === "inner" ? `${join}.${join} IS NOT NULL` : "TRUE";
  return ` ${kind} JOIN LATERAL (SELECT json_agg(${join}) AS ${join}${lists.join("")} FROM (${rows}) AS ${join}) AS ${join} ON ${condition}`;
}
