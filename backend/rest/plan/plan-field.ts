/** Plans fields, filters and orders of one resource against the schema cache. */
import type { QualifiedName } from "#backend/core/database/sql-text.ts";
import type { Filter, LogicTree } from "#backend/rest/api-request/filter.ts";
import type { Field } from "#backend/rest/api-request/names.ts";
import type { OrderTerm } from "#backend/rest/api-request/order.ts";
import { embedFilterInvalid, notEmbedded, relatedOrderNotToOne } from "#backend/rest/errors.ts";
import type { Relation } from "#backend/rest/schema-cache/schema-cache.ts";
import type { Condition, EmbedPlan, PlannedField, PlannedOrder } from "./plan.ts";

/** `relation` is undefined for the rows of a function that are not those of a relation. */
export function planField(relation: Relation | undefined, field: Field): PlannedField {
  const type = relation?.columns.get(field.name)?.type;
  return { ...field, convert: field.path.length > 0 && type !== "json" && type !== "jsonb" };
}

/** Throws PGRST120. */
export function planFilter(
  relation: Relation | undefined,
  embeds: EmbedPlan[],
  { field, negated, operation }: Filter,
): Condition {
  const embed = field.path.length === 0 ? findEmbed(embeds, field.name) : undefined;
  if (embed && operation.kind === "is" && operation.value === "NULL") {
    return { kind: "embed-null", embed, negated };
  }
  if (embed && operation.kind === "is" && operation.value === "NOT NULL") {
    return { kind: "embed-null", embed, negated: !negated };
  }
  const column = relation?.columns.get(field.name);
  if (embed && column === undefined) throw embedFilterInvalid(field.name);
  const isVector = column === undefined || column.baseType === "tsvector";
  const toVector = operation.kind === "full-text" && !isVector;
  const parse = field.path.length === 0 ? (column?.representation?.fromText ?? null) : null;
  return { kind: "filter", field: planField(relation, field), parse, toVector, negated, operation };
}

/** Throws PGRST120. */
export function planLogic(relation: Relation | undefined, embeds: EmbedPlan[], tree: LogicTree): Condition {
  if (tree.kind === "filter") return planFilter(relation, embeds, tree.filter);
  const members = tree.members.map((member) => planLogic(relation, embeds, member));
  return { kind: "group", negated: tree.negated, operator: tree.operator, members };
}

function findEmbed(embeds: EmbedPlan[], name: string): EmbedPlan | undefined {
  return embeds.find((embed) => embed.name === name);
}

/** Throws PGRST108 and 118. */
export function planOrder(
  origin: QualifiedName,
  relation: Relation | undefined,
  embeds: EmbedPlan[],
  term: OrderTerm,
): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) {
    return { embed: null, field: planField(relation, term.field), direction, nulls };
  }
  const embed = findEmbed(embeds, term.relation);
  if (embed === undefined) throw notEmbedded(term.relation);
  if (!embed.toOne) throw relatedOrderNotToOne(origin.name, term.relation);
  return { embed, field: { ...term.field, convert: term.field.path.length > 0 }, direction, nulls };
}
