/**
 * Plans the columns of one resource: aliases, casts, aggregates, domain representations, and the columns that
 * a spread resource passes to its parent.
 */
import { quoteQualified } from "#backend/core/database/sql-text.ts";
import type { Field } from "#backend/rest/api-request/names.ts";
import type { SelectField } from "#backend/rest/api-request/select.ts";
import { aggregateInSpread, aggregatesNotAllowed } from "#backend/rest/errors.ts";
import type { Column, Relation, SchemaCache } from "#backend/rest/schema-cache/schema-cache.ts";
import type { EmbedPlan, PlannedColumn, ReadPlan, SpreadColumn } from "./plan.ts";
import { planField } from "./plan-field.ts";

/** Throws PGRST123 where aggregates are disabled. */
export function planColumns(
  relation: Relation | undefined,
  items: SelectField[],
  { aggregates, spread }: { aggregates: boolean; spread: boolean },
): PlannedColumn[] {
  const columns = items.map((item) => planColumn(relation, item, spread));
  if (!aggregates && columns.some(({ aggregate }) => aggregate !== null)) throw aggregatesNotAllowed();
  return columns;
}

function planColumn(relation: Relation | undefined, item: SelectField, spread: boolean): PlannedColumn {
  const { field, cast, aggregate } = item;
  const column = field.path.length === 0 ? relation?.columns.get(field.name) : undefined;
  const formatter = column?.representation?.toJson ?? null;
  const named = aggregate === null ? getPathAlias(field) : spread ? aggregate.name : null;
  return {
    field: planField(relation, field),
    alias: item.alias ?? named ?? (formatter !== null && aggregate === null ? field.name : null),
    formatter,
    cast,
    aggregate,
    wholeRow: false,
  };
}

/** The last key of a JSON path, or the column when the path holds only positions. */
function getPathAlias({ name, path }: Field): string | null {
  if (path.length === 0) return null;
  const last = path.findLast(({ operand }) => operand.kind === "key")?.operand;
  return last?.kind === "key" ? last.key : name;
}

/**
 * Replaces `*` by the column names where `*` is not sufficient: in grouped rows, with domain representations,
 * and where the rows carry columns that are not the relation's.
 */
export function expandStar(
  relation: Relation | undefined,
  columns: PlannedColumn[],
  always: boolean,
): PlannedColumn[] {
  if (relation === undefined) return columns;
  const allColumns = [...relation.columns.values()];
  if (!always && !allColumns.some(({ representation }) => representation?.toJson)) return columns;
  return columns.flatMap((column) => (isStar(column) ? allColumns.map(createPlainColumn) : [column]));
}

function isStar({ field, aggregate }: PlannedColumn): boolean {
  return field.name === "*" && aggregate === null;
}

function createPlainColumn({ name, representation }: Column): PlannedColumn {
  const formatter = representation?.toJson ?? null;
  return {
    field: { name, path: [], convert: false },
    alias: formatter === null ? null : name,
    formatter,
    cast: null,
    aggregate: null,
    wholeRow: false,
  };
}

/** Whether the rows of a plan are grouped. */
export function isGrouped({ columns, embeds }: Pick<ReadPlan, "columns" | "embeds">): boolean {
  return (
    columns.some(({ aggregate }) => aggregate !== null) ||
    embeds.some(({ spread }) => spread?.some(({ aggregate }) => aggregate !== null))
  );
}

/**
 * The columns that a spread resource passes to its parent. An aggregate in a to-one spread would see a single
 * row: it is applied in the parent instead, and further up while the parent is spread too. Throws PGRST127
 * for a to-many spread.
 */
export function planSpreadColumns(cache: SchemaCache, plan: ReadPlan, toOne: boolean): SpreadColumn[] {
  if (!toOne && isGrouped(plan)) throw aggregateInSpread();
  const below = plan.embeds.flatMap((embed) => liftEmbed(embed));
  const own = plan.columns.flatMap((column) => {
    if (!isStar(column)) return [liftColumn(column)];
    const names = [...(cache.relations.get(quoteQualified(plan.relation))?.columns.keys() ?? [])];
    return names.map((name) => ({ name, aggregate: null, isJson: false }));
  });
  return [...own, ...below];
}

/** Removes the aggregate from the column, which then returns the value to be aggregated. */
function liftColumn(column: PlannedColumn): SpreadColumn {
  const name = column.alias ?? column.field.name;
  const { aggregate } = column;
  if (aggregate !== null) {
    column.aggregate = null;
    column.alias = name;
    column.wholeRow = column.field.name === "*";
  }
  return { name, aggregate, isJson: false };
}

function liftEmbed(embed: EmbedPlan): SpreadColumn[] {
  if (embed.isEmpty) return [];
  if (embed.spread === null) return [{ name: embed.name, aggregate: null, isJson: true }];
  const lifted = embed.spread.map((column) => ({ ...column }));
  for (const column of embed.spread) column.aggregate = null;
  return lifted;
}
