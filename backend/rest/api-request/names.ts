/** Names as they may stand in a query string: plain, quoted, and with a path into a JSON value. */
import type { Cursor } from "./cursor.ts";

export interface JsonStep {
  arrow: "->" | "->>";
  /** A key of an object, or a position in an array as digits with an optional minus. */
  operand: { kind: "key"; key: string } | { kind: "index"; index: string };
}

export interface Field {
  name: string;
  path: JsonStep[];
}

/** More than anyone nests; keeps Postgres from recursing as deep as an address is long. */
const MAX_JSON_STEPS = 32;

const PLAIN = /[\p{L}\p{N}_ $]+/uy;
const CAST = /[\p{L}\p{N}_ $]+/uy;
const JSON_KEY = /[^(\-:.,>)]+/y;
const INDEX = /-?[0-9]+(?=->|::|[.,)]|$)/y;
const DIGITS = /[0-9]+/y;
const AFTER_INDEX = 'digit, "->", "::", ".", ")", "," or end of input';
const KEY_NAME = '"-", digit or any non reserved character different from: .,>()';
const FIELD_NAME = "field name (* or [a..z0..9_$])";

/** `"…"` with backslash escapes; the cursor stands on the quote. */
export function quotedValue(cursor: Cursor): string {
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

/** This and what follows moves the cursor past what it reads, and fails at its place (see `Cursor.fail`). */
export function fieldName(cursor: Cursor): string {
  return cursor.peek() === '"' ? quotedValue(cursor) : dashed(cursor, PLAIN, FIELD_NAME);
}

/** A type or text search configuration. It is quoted or bound wherever it is used. */
export function typeName(cursor: Cursor): string {
  return cursor.match(CAST)?.trim() ?? cursor.fail("letter or digit");
}

export function field(cursor: Cursor): Field {
  return { name: fieldName(cursor), path: jsonPath(cursor) };
}

export function jsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take("->>") ? "->>" : cursor.take("->") ? "->" : null;
    if (arrow === null) return steps;
    if (steps.length === MAX_JSON_STEPS) cursor.fail(`at most ${MAX_JSON_STEPS} JSON operators`);
    steps.push({ arrow, operand: jsonOperand(cursor) });
  }
}

function jsonOperand(cursor: Cursor): JsonStep["operand"] {
  const index = cursor.match(INDEX);
  if (index !== null) return { kind: "index", index };
  if (cursor.peek() === '"') return { kind: "key", key: quotedValue(cursor) };
  if (cursor.take("-")) cursor.fail(cursor.match(DIGITS) === null ? "digit" : AFTER_INDEX);
  return { kind: "key", key: dashed(cursor, JSON_KEY, KEY_NAME) };
}

/** Runs joined by single dashes, of which none may begin an arrow. */
function dashed(cursor: Cursor, run: RegExp, expected: string): string {
  let name = cursor.match(run) ?? cursor.fail(expected);
  name = name.trim();
  while (cursor.peek() === "-" && !cursor.text.startsWith("->", cursor.position)) {
    cursor.position++;
    const next = cursor.match(run) ?? cursor.fail(expected);
    name += `-${next.trim()}`;
  }
  return name;
}
