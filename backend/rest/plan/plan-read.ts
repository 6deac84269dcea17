/** From select, filters, orders and ranges to the tree of what is read: one node for each resource. */
import { type QualifiedName, quoteQualified } from "../../core/sql-text.ts";
import type { Located, QueryParams } from "../api-request/query-params.ts";
import type { Range } from "../api-request/range.ts";
import type { SelectItem, SelectRelation } from "../api-request/select.ts";
import { embeddedTwice, negativeLimit, notEmbedded } from "../errors.ts";
import type { Relationship, SchemaCache } from "../schema-cache/schema-cache.ts";
import { findRelationship } from "./find-relationship.ts";
import type { Condition, EmbedPlan, ReadPlan } from "./plan.ts";
import { planFilter, planLogic, planOrder } from "./plan-field.ts";
import { expandStar, isGrouped, planColumns, spreadColumns } from "./plan-select.ts";

/** The parameters that concern one node and those below it, with their paths from that node. */
type Scope = Pick<QueryParams, "filters" | "logic" | "orders" | "limits" | "offsets">;

interface Context {
  cache: SchemaCache;
  /** Caps every list; null for what follows a mutation. */
  maxRows: number | null;
  aggregates: boolean;
  laterals: number;
}

export interface ReadOptions {
  /** Read the rows of what ran before, under the relation's name. */
  fromSource: boolean;
  maxRows: number | null;
  /** Whether aggregates may be asked for. */
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
  const { maxRows, aggregates } = options;
  const context: Context = { cache, maxRows, aggregates, laterals: 0 };
  const node: Node = {
    relation,
    alias: options.fromSource ? relation.name : null,
    select: query.select,
    scope: query,
    depth: 0,
    spread: null,
  };
  const plan = planNode(context, node);
  plan.from = options.fromSource ? null : relation;
  plan.limit = capped(options.range.limit, maxRows);
  plan.offset = options.range.offset;
  if (options.fromSource) addComputed(cache, plan);
  return plan;
}

interface Node {
  relation: QualifiedName;
  alias: string | null;
  select: SelectItem[];
  scope: Scope;
  depth: number;
  /** How the node's columns go into its parent's; null when they do not. */
  spread: "to-one" | "to-many" | null;
}

function planNode(context: Context, node: Node): ReadPlan {
  const { relation, select, scope, depth, spread } = node;
  const known = context.cache.relations.get(quoteQualified(relation));
  const embeds = select
    .filter((item) => item.kind === "relation")
    .map((item) => planEmbed(context, relation, item, scope, depth + 1));
  checkNames(relation, embeds, depth + 1);
  checkPaths(scope, select);
  const fields = select.filter((item) => item.kind === "field");
  const columns = planColumns(known, fields, { aggregates: context.aggregates, spread: spread !== null });
  const grouped = isGrouped({ columns, embeds });
  return {
    from: relation,
    alias: node.alias,
    relation,
    columns: expandStar(known, columns, grouped || spread !== null),
    computed: [],
    where: [
      ...own(scope.filters).map((filter) => planFilter(known, embeds, filter)),
      ...own(scope.logic).map((tree) => planLogic(known, embeds, tree)),
    ],
    order: own(scope.orders)
      .slice(-1)
      .flatMap((terms) => terms.map((term) => planOrder(relation, known, embeds, term))),
    limit: null,
    offset: own(scope.offsets).at(-1) ?? 0,
    embeds,
    grouped,
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
  const plan = planNode(context, {
    relation: foreign,
    alias: `${foreign.name}_${depth}`,
    select: item.select,
    scope: below,
    depth,
    spread: item.spread ? (toOne ? "to-one" : "to-many") : null,
  });
  const limit = own(below.limits).at(-1) ?? null;
  if (limit !== null && limit < 0) throw negativeLimit();
  plan.limit = toOne ? limit : capped(limit, context.maxRows);
  const spread = item.spread ? spreadColumns(context.cache, plan, toOne) : null;
  if (spread !== null && toOne) plan.grouped = false;
  return {
    name: item.alias ?? item.target,
    lateral,
    join: item.join ?? "left",
    toOne,
    relationship,
    spread,
    silent: isSilent(item.select),
    plan,
  };
}

/** Two of one name would be one key of the answer. */
function checkNames({ name: parent }: QualifiedName, embeds: EmbedPlan[], depth: number): void {
  const names = embeds.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw embeddedTwice(`${parent}_${twice}_${depth}`);
}

/** Nothing but embeds that themselves select nothing. */
function isSilent(select: SelectItem[]): boolean {
  return select.every((item) => item.kind === "relation" && isSilent(item.select));
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

function capped(limit: number | null, maxRows: number | null): number | null {
  if (limit === null || maxRows === null) return limit ?? maxRows;
  return Math.min(limit, maxRows);
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

/**
 * Columns that are no column of the relation must be functions of its row. What ran before has rows of no
 * named type, so it must hand them on by name, and `*` must not show them twice.
 */
function addComputed(cache: SchemaCache, plan: ReadPlan): void {
  const relation = cache.relations.get(quoteQualified(plan.relation));
  if (relation === undefined) return;
  const names = [
    ...plan.columns.map(({ field }) => field.name),
    ...plan.order.flatMap(({ embed, field }) => (embed === null ? [field.name] : [])),
    ...plan.where.flatMap(filteredNames),
  ];
  plan.computed = [...new Set(names)].filter((name) => name !== "*" && !relation.columns.has(name));
  if (plan.computed.length > 0) plan.columns = expandStar(relation, plan.columns, true);
}

function filteredNames(condition: Condition): string[] {
  switch (condition.kind) {
    case "filter":
      return [condition.field.name];
    case "group":
      return condition.members.flatMap(filteredNames);
    case "embed-null":
      return [];
    default:
      return condition satisfies never;
  }
}
