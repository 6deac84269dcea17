/** Parses the `select` parameter: columns, casts, JSON paths, aggregates and embedded resources. */
import type { Cursor } from "./cursor.ts";
import { type Field, parseField, parseFieldName, parseTypeName } from "./names.ts";

export type JoinType = "inner" | "left";

export interface Aggregate {
  name: (typeof AGGREGATES)[number];
  /** The cast of the aggregate's result. */
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
  /** `...target(…)`: a spread, whose columns go into the parent. */
  spread: boolean;
  select: SelectItem[];
}

export type SelectItem = SelectField | SelectRelation;

const MAX_DEPTH = 16;
const MAX_EMBEDS = 100;
const AGGREGATES = ["sum", "avg", "count", "max", "min"] as const;
const AFTER_FIELD = 'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input';

/**
 * Matches alias and name of a relation up to its bracket. Sticky, so that an item is scanned only once. Each character
 * belongs to one part of it, white space to the names: with a choice, a few thousand line breaks would take minutes.
 */
const RELATION_AHEAD =
  /(?:(?:"(?:[^"\\]|\\.)*"|[^",()!:.]+):(?!:))?(?:"(?:[^"\\]|\\.)*"\s*|[^",()!:.>]+)(?:!(?:"(?:[^"\\]|\\.)*"\s*|[^",()!]+)){0,2}\(/y;

export function parseSelect(cursor: Cursor): SelectItem[] {
  return parseSelectItems(cursor, 0, { embeds: 0 });
}

function parseSelectItems(cursor: Cursor, depth: number, counter: { embeds: number }): SelectItem[] {
  const items: SelectItem[] = [];
  cursor.skipSpace();
  if (cursor.atEnd || cursor.peek() === ")") return items;
  for (;;) {
    items.push(parseSelectItem(cursor, depth, counter));
    cursor.skipSpace();
    if (!cursor.take(",")) return items;
    cursor.skipSpace();
  }
}

function parseSelectItem(cursor: Cursor, depth: number, counter: { embeds: number }): SelectItem {
  const spread = cursor.take("...");
  if (!spread && !isRelationAhead(cursor)) return parseSelectField(cursor);
  if (depth === MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} levels of embedded resources`);
  if (++counter.embeds > MAX_EMBEDS) cursor.fail(`at most ${MAX_EMBEDS} embedded resources`);
  const alias = spread ? null : parseAlias(cursor);
  const target = parseFieldName(cursor);
  const { hint, join } = parseEmbedParameters(cursor);
  cursor.expect("(", '"("');
  const select = parseSelectItems(cursor, depth + 1, counter);
  cursor.expect(")", AFTER_FIELD);
  return { kind: "relation", target, alias, hint, join, spread, select };
}

function isRelationAhead(cursor: Cursor): boolean {
  RELATION_AHEAD.lastIndex = cursor.position;
  const ahead = RELATION_AHEAD.exec(cursor.text)?.[0];
  return ahead !== undefined && !/(?:^|:)count\($/.test(ahead);
}

function parseEmbedParameters(cursor: Cursor): { hint: string | null; join: JoinType | null } {
  let hint: string | null = null;
  let join: JoinType | null = null;
  for (let i = 0; i < 2 && cursor.take("!"); i++) {
    const parameter = parseFieldName(cursor);
    if (parameter === "inner" || parameter === "left") join ??= parameter;
    else hint ??= parameter;
  }
  return { hint, join };
}

function parseAlias(cursor: Cursor): string | null {
  const start = cursor.position;
  const end = findAliasEnd(cursor.text, start);
  if (end === -1) return null;
  const alias = parseFieldName(cursor);
  cursor.skipSpace();
  cursor.expect(":", '":"');
  cursor.skipSpace();
  return alias;
}

const ALIAS_AHEAD = /(?:"(?:[^"\\]|\\.)*"|[^",()!:.>]+):(?!:)/y;

function findAliasEnd(text: string, from: number): number {
  ALIAS_AHEAD.lastIndex = from;
  return ALIAS_AHEAD.test(text) ? ALIAS_AHEAD.lastIndex : -1;
}

function parseSelectField(cursor: Cursor): SelectField {
  if (cursor.take("*")) {
    expectEndOfField(cursor, '")", "," or end of input');
    return { kind: "field", field: { name: "*", path: [] }, alias: null, cast: null, aggregate: null };
  }
  const alias = parseAlias(cursor);
  if (cursor.take("count()")) {
    const counted = { name: "count", cast: parseCast(cursor) } as const;
    expectEndOfField(cursor, AFTER_FIELD);
    return { kind: "field", field: { name: "*", path: [] }, alias, cast: null, aggregate: counted };
  }
  const selected = parseField(cursor);
  const cast = parseCast(cursor);
  const aggregate = parseAggregate(cursor);
  expectEndOfField(cursor, AFTER_FIELD);
  return { kind: "field", field: selected, alias, cast, aggregate };
}

function parseCast(cursor: Cursor): string | null {
  return cursor.take("::") ? parseTypeName(cursor) : null;
}

function parseAggregate(cursor: Cursor): Aggregate | null {
  if (!cursor.take(".")) return null;
  const name = AGGREGATES.find((candidate) => cursor.take(`${candidate}()`));
  return { name: name ?? cursor.fail("aggregate function"), cast: parseCast(cursor) };
}

function expectEndOfField(cursor: Cursor, expected: string): void {
  cursor.skipSpace();
  if (!cursor.atEnd && cursor.peek() !== "," && cursor.peek() !== ")") cursor.fail(expected);
}
