/** The `select` parameter: columns, casts, JSON paths, aggregates and embedded resources. */
import type { Cursor } from "./cursor.ts";
import { type Field, field, fieldName, typeName } from "./names.ts";

export type JoinType = "inner" | "left";

export interface Aggregate {
  name: (typeof AGGREGATES)[number];
  /** Of the result. */
  cast: string | null;
}

export interface SelectField {
  kind: "field";
  /** The name `*` stands for all columns. */
  field: Field;
  alias: string | null;
  cast: string | null;
  aggregate: Aggregate | null;
}

export interface SelectRelation {
  kind: "relation";
  target: string;
  alias: string | null;
  hint: string | null;
  join: JoinType | null;
  /** `...target(…)`: the columns go into the parent. */
  spread: boolean;
  select: SelectItem[];
}

export type SelectItem = SelectField | SelectRelation;

const MAX_DEPTH = 16;
const MAX_EMBEDS = 100;
const AGGREGATES = ["sum", "avg", "count", "max", "min"] as const;
const AFTER_FIELD = 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input';

/** Alias and name of a relation up to its bracket. Sticky, so that an item is looked at just once. */
const RELATION_AHEAD =
  /\s*(?:(?:"(?:[^"\\]|\\.)*"|[^",()!:.]+):(?!:))?(?:"(?:[^"\\]|\\.)*"|[^",()!:.>]+)(?:!(?:"(?:[^"\\]|\\.)*"|[^",()!]+)){0,2}\s*\(/y;

export function parseSelect(cursor: Cursor): SelectItem[] {
  return selectItems(cursor, 0, { embeds: 0 });
}

function selectItems(cursor: Cursor, depth: number, seen: { embeds: number }): SelectItem[] {
  const items: SelectItem[] = [];
  cursor.skipSpace();
  if (cursor.atEnd || cursor.peek() === ")") return items;
  for (;;) {
    items.push(selectItem(cursor, depth, seen));
    cursor.skipSpace();
    if (!cursor.take(",")) return items;
    cursor.skipSpace();
  }
}

function selectItem(cursor: Cursor, depth: number, seen: { embeds: number }): SelectItem {
  const spread = cursor.take("...");
  if (!spread && !relationAhead(cursor)) return selectField(cursor);
  if (depth === MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} levels of embedded resources`);
  if (++seen.embeds > MAX_EMBEDS) cursor.fail(`at most ${MAX_EMBEDS} embedded resources`);
  const alias = spread ? null : takeAlias(cursor);
  const target = fieldName(cursor);
  const { hint, join } = embedParameters(cursor);
  cursor.expect("(", '"("');
  const select = selectItems(cursor, depth + 1, seen);
  cursor.expect(")", AFTER_FIELD);
  return { kind: "relation", target, alias, hint, join, spread, select };
}

function relationAhead(cursor: Cursor): boolean {
  RELATION_AHEAD.lastIndex = cursor.position;
  const ahead = RELATION_AHEAD.exec(cursor.text)?.[0];
  return ahead !== undefined && !/(?:^|:)count\($/.test(ahead);
}

function embedParameters(cursor: Cursor): { hint: string | null; join: JoinType | null } {
  let hint: string | null = null;
  let join: JoinType | null = null;
  for (let i = 0; i < 2 && cursor.take("!"); i++) {
    const parameter = fieldName(cursor);
    if (parameter === "inner" || parameter === "left") join ??= parameter;
    else hint ??= parameter;
  }
  return { hint, join };
}

function takeAlias(cursor: Cursor): string | null {
  const start = cursor.position;
  const end = aliasEnd(cursor.text, start);
  if (end === -1) return null;
  const alias = fieldName(cursor);
  cursor.skipSpace();
  cursor.expect(":", '":"');
  cursor.skipSpace();
  return alias;
}

const ALIAS_AHEAD = /(?:"(?:[^"\\]|\\.)*"|[^",()!:.>]+):(?!:)/y;

function aliasEnd(text: string, from: number): number {
  ALIAS_AHEAD.lastIndex = from;
  return ALIAS_AHEAD.test(text) ? ALIAS_AHEAD.lastIndex : -1;
}

function selectField(cursor: Cursor): SelectField {
  if (cursor.take("*")) {
    endOfField(cursor, '")", "," or end of input');
    return { kind: "field", field: { name: "*", path: [] }, alias: null, cast: null, aggregate: null };
  }
  const alias = takeAlias(cursor);
  if (cursor.take("count()")) {
    const counted = { name: "count", cast: takeCast(cursor) } as const;
    endOfField(cursor, AFTER_FIELD);
    return { kind: "field", field: { name: "*", path: [] }, alias, cast: null, aggregate: counted };
  }
  const selected = field(cursor);
  const cast = takeCast(cursor);
  const aggregate = takeAggregate(cursor);
  endOfField(cursor, AFTER_FIELD);
  return { kind: "field", field: selected, alias, cast, aggregate };
}

function takeCast(cursor: Cursor): string | null {
  return cursor.take("::") ? typeName(cursor) : null;
}

function takeAggregate(cursor: Cursor): Aggregate | null {
  if (!cursor.take(".")) return null;
  const name = AGGREGATES.find((candidate) => cursor.take(`${candidate}()`));
  return { name: name ?? cursor.fail("aggregate function"), cast: takeCast(cursor) };
}

function endOfField(cursor: Cursor, expected: string): void {
  cursor.skipSpace();
  if (!cursor.atEnd && cursor.peek() !== "," && cursor.peek() !== ")") cursor.fail(expected);
}
