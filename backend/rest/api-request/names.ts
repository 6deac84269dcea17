/** Parses names in a query string: plain, quoted, and with a JSON path. */
import type { Cursor } from "./cursor.ts";

export interface JsonStep {
  arrow: "->" | "->>";
  /** An object key, or an array position as digits with an optional minus. */
  operand: { kind: "key"; key: string } | { kind: "index"; index: string };
}

export interface Field {
  name: string;
  path: JsonStep[];
}

/**
 * The maximum length of a JSON path. It bounds the recursion in Postgres, which otherwise grows with the URL.
 */
const MAX_JSON_STEPS = 32;

const PLAIN = /[\p{L}\p{N}_ $]+/uy;
const CAST = /[\p{L}\p{N}_ $]+/uy;
const JSON_KEY = /[^(\-:.,>)]+/y;
const INDEX = /-?[0-9]+(?=->|::|[.,)]|$)/y;
const DIGITS = /[0-9]+/y;
const AFTER_INDEX = 'digit, "->", "::", ".", ")", "," or end of input';
const KEY_NAME = '"-", digit or any non reserved character different from: .,>()';
const FIELD_NAME = "field name (* or [a..z0..9_$])";

/** Parses `"…"` with backslash escapes; the cursor is at the opening quote. */
export function parseQuotedValue(cursor: Cursor): string {
  cursor.expect('"', '"\\""');
  let value = "";
  for (;;) {
    if (cursor.atEnd) cursor.fail('"\\\\" or "\\""');
    const char = cursor.peek();
    cursor.position++;
    if (char === '"') return value;
    if (char === "\\") {
      if (cursor.atEnd) cursor.fail("any character");
      value += cursor.peek();
      cursor.position++;
    } else {
      value += char;
    }
  }
}

/** Like the parsers below, moves the cursor past the name and fails at its position (see `Cursor.fail`). */
export function parseFieldName(cursor: Cursor): string {
  return cursor.peek() === '"' ? parseQuotedValue(cursor) : parseDashed(cursor, PLAIN, FIELD_NAME);
}

/** Parses a type or text search configuration. It is quoted or bound wherever it is used. */
export function parseTypeName(cursor: Cursor): string {
  return cursor.match(CAST)?.trim() ?? cursor.fail("letter or digit");
}

export function parseField(cursor: Cursor): Field {
  return { name: parseFieldName(cursor), path: parseJsonPath(cursor) };
}

export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take("->>") ? "->>" : cursor.take("->") ? "->" : null;
    if (arrow === null) return steps;
    if (steps.length === MAX_JSON_STEPS) cursor.fail(`at most ${MAX_JSON_STEPS} JSON operators`);
    steps.push({ arrow, operand: parseJsonOperand(cursor) });
  }
}

function parseJsonOperand(cursor: Cursor): JsonStep["operand"] {
  const index = cursor.match(INDEX);
  if (index !== null) return { kind: "index", index };
  if (cursor.peek() === '"') return { kind: "key", key: parseQuotedValue(cursor) };
  if (cursor.take("-")) cursor.fail(cursor.match(DIGITS) === null ? "digit" : AFTER_INDEX);
  return { kind: "key", key: parseDashed(cursor, JSON_KEY, KEY_NAME) };
}

/** Parses words joined by single dashes; a dash that begins an arrow ends the name. */
function parseDashed(cursor: Cursor, run: RegExp, expected: string): string {
  let name = cursor.match(run) ?? cursor.fail(expected);
  name = name.trim();
  while (cursor.peek() === "-" && !cursor.text.startsWith("->", cursor.position)) {
    cursor.position++;
    const next = cursor.match(run) ?? cursor.fail(expected);
    name += `-${next.trim()}`;
  }
  return name;
}
