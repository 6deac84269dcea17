/** From select, filters, orders and ranges to the tree of what is read: one node for each resource. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import type { Filter, LogicTree } from "../api-request/filter.ts";
import type { Field } from "../api-request/names.ts";
import type { OrderTerm } from "../api-request/order.ts";
import type { Located, QueryParams } from "../api-request/query-params.ts";
import type { Range } from "../api-request/range.ts";
import type { SelectField, SelectItem, SelectRelation } from "../api-request/select.ts";
import {
  aggregatesNotAllowed,
  embedFilterInvalid,
  negativeLimit,
  notEmbedded,
  relatedOrderNotToOne,
} from "../errors.ts";
import type { Relation, Relationship, SchemaCache } from "../schema-cache/schema-cache.ts";
import { findRelationship } from "./find-relationship.ts";
import type { Condition, EmbedPlan, PlannedColumn, PlannedField, PlannedOrder, ReadPlan } from "./plan.ts";

/** The parameters that concern one node and those below it, with their paths from that node. */
type Scope = Pick<QueryParams, "filters" | "logic" | "orders" | "limits" | "offsets">;

interface Context {
  cache: SchemaCache;
  /** Caps every list; null for what follows a mutation. */
  maxRows: number | null;
  laterals: number;
}

export interface ReadOptions {
  /** Read the rows of what ran before, under the relation's name. */
  fromSource: boolean;
  maxRows: number | null;
  range: Range;
}

/** Throws PGRST108, 118, 120, 123, 200, 201 and, for a negative limit of an embed, 103. */
export function planRead(
  cache: SchemaCache,
  relation: QualifiedName,
  query: QueryParams,
  options: ReadOptions,
): ReadPlan {
  const context: Context = { cache, maxRows: options.maxRows, laterals: 0 };
  const alias = options.fromSource ? relation.name : null;
  const plan = planNode(context, relation, alias, query.select, query, 0);
  plan.from = options.fromSource ? null : relation;
  plan.limit = capped(options.range.limit, options.maxRows);
  plan.offset = options.range.offset;
  return plan;
}

function planNode(
  context: Context,
  relation: QualifiedName,
  alias: string | null,
  select: SelectItem[],
  scope: Scope,
  depth: number,
): ReadPlan {
  const columnsOf = context.cache.relations.get(quoteQualified(relation));
  const embeds = select
    .filter((item) => item.kind === "relation")
    .map((item) => planEmbed(context, relation, item, scope, depth + 1));
  checkPaths(scope, select);
  return {
    from: relation,
    alias,
    relation,
    columns: select.filter((item) => item.kind === "field").map((item) => planColumn(columnsOf, item)),
    where: [
      ...own(scope.filters).map((filter) => planFilter(columnsOf, embeds, filter)),
      ...own(scope.logic).map((tree) => planLogic(columnsOf, embeds, tree)),
    ],
    order: own(scope.orders)
      .slice(-1)
      .flatMap((terms) => terms.map((term) => planOrder(relation, columnsOf, embeds, term))),
    limit: null,
    offset: own(scope.offsets).at(-1) ?? 0,
    embeds,
  };
}

function planEmbed(
  context: Context,
  parent: QualifiedName,
  item: SelectRelation,
  scope: Scope,
  depth: number,
): EmbedPlan {
  const relationship = findRelationship(context.cache, parent, item.target, item.hint);
  const { foreign } = relationship;
  const toOne = isToOne(relationship);
  const lateral = `pgrst_${++context.laterals}`;
  const below = scopeBelow(scope, item);
  const plan = planNode(context, foreign, `${foreign.name}_${depth}`, item.select, below, depth);
  const limit = own(below.limits).at(-1) ?? null;
  if (limit !== null && limit < 0) throw negativeLimit();
  plan.limit = toOne ? limit : capped(limit, context.maxRows);
  return {
    name: item.alias ?? item.target,
    lateral,
    join: item.join ?? "left",
    toOne,
    relationship,
    spread: item.spread ? outputNames(context.cache, plan) : null,
    silent: isSilent(item.select),
    plan,
  };
}

/** Nothing but embeds that themselves select nothing. */
function isSilent(select: SelectItem[]): boolean {
  return select.every((item) => item.kind === "relation" && isSilent(item.select));
}

function isToOne({ cardinality }: Relationship): boolean {
  return cardinality.kind === "many-to-one" || cardinality.kind === "one-to-one";
}

function capped(limit: number | null, maxRows: number | null): number | null {
  if (limit === null || maxRows === null) return limit ?? maxRows;
  return Math.min(limit, maxRows);
}

/** The names a node's columns and embeds have in its result, for a spread. */
function outputNames(cache: SchemaCache, plan: ReadPlan): string[] {
  const columns = plan.columns.flatMap(({ field, alias }) =>
    field.name === "*"
      ? [...(cache.relations.get(quoteQualified(plan.relation))?.columns.keys() ?? [])]
      : [alias ?? field.name],
  );
  return [
    ...columns,
    ...plan.embeds.flatMap((embed) => (embed.silent ? [] : (embed.spread ?? [embed.name]))),
  ];
}

function own<T>(located: Located<T>[]): T[] {
  return located.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

function answersTo(item: SelectRelation, name: string): boolean {
  return item.target === name || item.alias === name;
}

function scopeBelow(scope: Scope, item: SelectRelation): Scope {
  const below = <T>(located: Located<T>[]): Located<T>[] =>
    located
      .filter(({ path: [first] }) => first !== undefined && answersTo(item, first))
      .map(({ path, value }) => ({ path: path.slice(1), value }));
  return {
    filters: below(scope.filters),
    logic: below(scope.logic),
    orders: below(scope.orders),
    limits: below(scope.limits),
    offsets: below(scope.offsets),
  };
}

function checkPaths(scope: Scope, select: SelectItem[]): void {
  for (const { path } of [
    ...scope.filters,
    ...scope.logic,
    ...scope.orders,
    ...scope.limits,
    ...scope.offsets,
  ]) {
    const [first] = path;
    if (first === undefined) continue;
    if (!select.some((item) => item.kind === "relation" && answersTo(item, first))) throw notEmbedded(first);
  }
}

function planField(relation: Relation | undefined, field: Field): PlannedField {
  const type = relation?.columns.get(field.name)?.type;
  return { ...field, convert: field.path.length > 0 && type !== "json" && type !== "jsonb" };
}

function planColumn(relation: Relation | undefined, item: SelectField): PlannedColumn {
  if (item.aggregate !== null) throw aggregatesNotAllowed();
  return {
    field: planField(relation, item.field),
    alias: item.alias ?? aliasOfPath(item.field),
    cast: item.cast,
  };
}

/** The last key of a JSON path, or the column where the path holds only positions. */
function aliasOfPath({ name, path }: Field): string | null {
  if (path.length === 0) return null;
  const last = path.findLast(({ operand }) => operand.kind === "key")?.operand;
  return last?.kind === "key" ? last.key : name;
}

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
  const toVector = operation.kind === "full-text" && column?.baseType !== "tsvector";
  return { kind: "filter", field: planField(relation, field), toVector, negated, operation };
}

export function planLogic(relation: Relation | undefined, embeds: EmbedPlan[], tree: LogicTree): Condition {
  if (tree.kind === "filter") return planFilter(relation, embeds, tree.filter);
  const members = tree.members.map((member) => planLogic(relation, embeds, member));
  return { kind: "group", negated: tree.negated, operator: tree.operator, members };
}

function findEmbed(embeds: EmbedPlan[], name: string): EmbedPlan | undefined {
  return embeds.find((embed) => embed.name === name && embed.spread === null);
}

function planOrder(
  origin: QualifiedName,
  relation: Relation | undefined,
  embeds: EmbedPlan[],
  term: OrderTerm,
): PlannedOrder {
  const { direction, nulls } = term;
  if (term.relation === null) {
    return { embed: null, field: planField(relation, term.field), direction, nulls };
  }
  const name = term.relation;
  const embed = embeds.find((candidate) => candidate.name === name || candidate.plan.relation.name === name);
  if (embed === undefined) throw notEmbedded(name);
  if (!embed.toOne) throw relatedOrderNotToOne(origin.name, name);
  return { embed, field: { ...term.field, convert: term.field.path.length > 0 }, direction, nulls };
}
