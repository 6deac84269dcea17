/** Plans a read from select, filters, orders and ranges: a tree with one node for each resource. */
import { type QualifiedName, quoteQualified } from "#backend/core/database/sql-text.ts";
import type { QueryParams, WithEmbedPath } from "#backend/rest/api-request/query-params.ts";
import type { Range } from "#backend/rest/api-request/range.ts";
import type { SelectItem, SelectRelation } from "#backend/rest/api-request/select.ts";
import { duplicateEmbed, negativeLimit, notEmbedded } from "#backend/rest/errors.ts";
import type { Relationship, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import { findRelationship } from "./find-relationship.ts";
import type { Condition, EmbedPlan, ReadPlan } from "./plan.ts";
import { planFilter, planLogic, planOrder } from "./plan-field.ts";
import { expandStar, isGrouped, planColumns, planSpreadColumns } from "./plan-select.ts";

/** The parameters of one node and its descendants, with paths relative to that node. */
type Scope = Pick<QueryParams, "filters" | "logic" | "orders" | "limits" | "offsets">;

interface PlanContext {
  cache: SchemaCache;
  /** The maximum number of rows of every list; null after a mutation. */
  maxRows: number | null;
  maxBytes: number | null;
  aggregates: boolean;
  laterals: number;
}

export interface ReadOptions {
  /** Whether the rows come from the preceding mutation or call, under the relation's name. */
  fromSource: boolean;
  maxRows: number | null;
  /** The maximum size of every list whose rows hold lists; null sets no limit. */
  maxBytes: number | null;
  /** Whether aggregates are allowed. */
  aggregates: boolean;
  range: Range;
}

/** Throws PGRST108, 118, 120, 123, 127, 200, 201, 42712 and, for a negative limit of an embed, 103. */
export function planRead(
  cache: SchemaCache,
  relation: QualifiedName,
  query: QueryParams,
  options: ReadOptions,
): ReadPlan {
  const { maxRows, maxBytes, aggregates } = options;
  const context: PlanContext = { cache, maxRows, maxBytes, aggregates, laterals: 0 };
  const node: ResourceNode = {
    relation,
    alias: options.fromSource ? relation.name : null,
    select: query.select,
    scope: query,
    depth: 0,
    spread: null,
  };
  const plan = planNode(context, node);
  plan.from = options.fromSource ? null : relation;
  plan.limit = capLimit(options.range.limit, maxRows);
  plan.offset = options.range.offset;
  if (options.fromSource) addComputed(cache, plan);
  return plan;
}

interface ResourceNode {
  relation: QualifiedName;
  alias: string | null;
  select: SelectItem[];
  scope: Scope;
  depth: number;
  /** How the node's columns are spread into its parent; null when they are not. */
  spread: "to-one" | "to-many" | null;
}

function planNode(context: PlanContext, node: ResourceNode): ReadPlan {
  const { relation, select, scope, depth, spread } = node;
  const cachedRelation = context.cache.relations.get(quoteQualified(relation));
  const embeds = select
    .filter((item) => item.kind === "relation")
    .map((item) => planEmbed(context, relation, item, scope, depth + 1));
  checkNames(relation, embeds, depth + 1);
  checkPaths(scope, select);
  const fields = select.filter((item) => item.kind === "field");
  const columns = planColumns(cachedRelation, fields, {
    aggregates: context.aggregates,
    spread: spread !== null,
  });
  const grouped = isGrouped({ columns, embeds });
  return {
    from: relation,
    alias: node.alias,
    relation,
    columns: expandStar(cachedRelation, columns, grouped || spread !== null),
    computed: [],
    where: [
      ...listRootValues(scope.filters).map((filter) => planFilter(cachedRelation, embeds, filter)),
      ...listRootValues(scope.logic).map((tree) => planLogic(cachedRelation, embeds, tree)),
    ],
    order: listRootValues(scope.orders)
      .slice(-1)
      .flatMap((terms) => terms.map((term) => planOrder(relation, cachedRelation, embeds, term))),
    limit: null,
    offset: listRootValues(scope.offsets).at(-1) ?? 0,
    embeds,
    grouped,
    maxBytes: embeds.some(holdsList) ? context.maxBytes : null,
  };
}

function holdsList({ toOne, plan }: EmbedPlan): boolean {
  return !toOne || plan.embeds.some(holdsList);
}

function planEmbed(
  context: PlanContext,
  parent: QualifiedName,
  item: SelectRelation,
  scope: Scope,
  depth: number,
): EmbedPlan {
  const relationship = findRelationship(context.cache, parent, item.target, item.hint);
  const { foreign } = relationship;
  const toOne = isToOne(relationship);
  const lateral = `pgrst_${++context.laterals}`;
  const below = getChildScope(scope, item);
  const plan = planNode(context, {
    relation: foreign,
    alias: `${foreign.name}_${depth}`,
    select: item.select,
    scope: below,
    depth,
    spread: item.spread ? (toOne ? "to-one" : "to-many") : null,
  });
  const limit = listRootValues(below.limits).at(-1) ?? null;
  if (limit !== null && limit < 0) throw negativeLimit();
  plan.limit = toOne ? limit : capLimit(limit, context.maxRows);
  const spread = item.spread ? planSpreadColumns(context.cache, plan, toOne) : null;
  if (spread !== null && toOne) plan.grouped = false;
  return {
    name: item.alias ?? item.target,
    lateral,
    join: item.join ?? "left",
    toOne,
    relationship,
    spread,
    isEmpty: isEmptyEmbed(item.select),
    plan,
  };
}

/** Two embeds with the same name would be the same key of the response. */
function checkNames({ name: parent }: QualifiedName, embeds: EmbedPlan[], depth: number): void {
  const names = embeds.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw duplicateEmbed(`${parent}_${twice}_${depth}`);
}

/** Whether it selects nothing but embeds that are empty themselves. */
function isEmptyEmbed(select: SelectItem[]): boolean {
  return select.every((item) => item.kind === "relation" && isEmptyEmbed(item.select));
}

function isToOne({ cardinality }: Relationship): boolean {
  switch (cardinality.kind) {
    case "many-to-one":
    case "one-to-one":
      return true;
    case "computed":
      return cardinality.toOne;
    default:
      return false;
  }
}

function capLimit(limit: number | null, maxRows: number | null): number | null {
  if (limit === null || maxRows === null) return limit ?? maxRows;
  return Math.min(limit, maxRows);
}

function listRootValues<T>(located: WithEmbedPath<T>[]): T[] {
  return located.filter(({ path }) => path.length === 0).map(({ value }) => value);
}

function matchesName(item: SelectRelation, name: string): boolean {
  return item.target === name || item.alias === name;
}

function getChildScope(scope: Scope, item: SelectRelation): Scope {
  const below = <T>(located: WithEmbedPath<T>[]): WithEmbedPath<T>[] =>
    located
      .filter(({ path: [first] }) => first !== undefined && matchesName(item, first))
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
    if (!select.some((item) => item.kind === "relation" && matchesName(item, first)))
      throw notEmbedded(first);
  }
}

/**
 * Adds the selected names that are not columns of the relation: they must be functions of its row. The rows
 * of a preceding mutation or call have no named type, so they must carry these values by name, and `*` must
 * not include them twice.
 */
function addComputed(cache: SchemaCache, plan: ReadPlan): void {
  const relation = cache.relations.get(quoteQualified(plan.relation));
  if (relation === undefined) return;
  const names = [
    ...plan.columns.map(({ field }) => field.name),
    ...plan.order.flatMap(({ embed, field }) => (embed === null ? [field.name] : [])),
    ...plan.where.flatMap(listFilteredNames),
  ];
  plan.computed = [...new Set(names)].filter((name) => name !== "*" && !relation.columns.has(name));
  if (plan.computed.length > 0) plan.columns = expandStar(relation, plan.columns, true);
}

function listFilteredNames(condition: Condition): string[] {
  switch (condition.kind) {
    case "filter":
      return [condition.field.name];
    case "group":
      return condition.members.flatMap(listFilteredNames);
    case "embed-null":
      return [];
    default:
      return condition satisfies never;
  }
}
