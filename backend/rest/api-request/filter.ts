/** Parses filters: `column=[not.]operator.value`, and the same inside and/or trees. */
import type { Cursor } from "./cursor.ts";
import { type Field, parseField, parseQuotedValue, parseTypeName } from "./names.ts";

/** Operators that compare with one value, mapped to SQL. */
const SIMPLE = {
  neq: "<>",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
} as const;

/** Operators that also accept `(any)` and `(all)`. */
const QUANTIFIABLE = {
  eq: "=",
  gte: ">=",
  gt: ">",
  lte: "<=",
  lt: "<",
  like: "LIKE",
  ilike: "ILIKE",
  match: "~",
  imatch: "~*",
} as const;

const FULL_TEXT = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
} as const;

const IS = {
  null: "NULL",
  not_null: "NOT NULL",
  true: "TRUE",
  false: "FALSE",
  unknown: "UNKNOWN",
} as const;

type Quantifier = "any" | "all";

export type Operation =
  | { kind: "simple"; operator: (typeof SIMPLE)[keyof typeof SIMPLE]; value: string }
  | {
      kind: "quantifiable";
      operator: (typeof QUANTIFIABLE)[keyof typeof QUANTIFIABLE];
      quantifier: Quantifier | null;
      value: string;
    }
  | { kind: "in"; values: string[] }
  | { kind: "is"; value: (typeof IS)[keyof typeof IS] }
  | { kind: "distinct"; value: string }
  | {
      kind: "full-text";
      query: (typeof FULL_TEXT)[keyof typeof FULL_TEXT];
      config: string | null;
      value: string;
    };

export interface Filter {
  field: Field;
  negated: boolean;
  operation: Operation;
}

export type LogicTree =
  | { kind: "filter"; filter: Filter }
  | { kind: "group"; negated: boolean; operator: "and" | "or"; members: LogicTree[] };

const MAX_DEPTH = 32;
const OPERATOR = '"not" or operator (eq, gt, ...)';
const DELIMITER = "delimiter (.)";
const WORD = /[a-z_]+/y;
const IS_WORD = /null|not_null|true|false|unknown/iy;
const LIST_ELEMENT = /[^,)]*/y;
const ARRAY = /\{[^{}]*\}/y;

/** Parses `[not.]operator.value`, where the value is the rest of the text. */
export function parseOperation(cursor: Cursor): Pick<Filter, "negated" | "operation"> {
  return parseOperator(cursor, takeRest);
}

/** Parses the content of `and=(…)`: `and(a.eq.1,or(…))`, or a single filter. */
export function parseLogicTree(cursor: Cursor): LogicTree {
  return parseLogicMember(cursor, 0);
}

function parseOperator(
  cursor: Cursor,
  value: (cursor: Cursor) => string,
): Pick<Filter, "negated" | "operation"> {
  const negated = cursor.take("not.");
  const start = cursor.position;
  const word = cursor.match(WORD) ?? cursor.fail(OPERATOR);
  if (word === "in" && cursor.take("."))
    return { negated, operation: { kind: "in", values: parseList(cursor) } };
  if (word === "is" && cursor.take("."))
    return { negated, operation: { kind: "is", value: parseIsValue(cursor) } };
  if (word === "isdistinct" && cursor.take(".")) {
    return { negated, operation: { kind: "distinct", value: value(cursor) } };
  }
  if (isKeyOf(FULL_TEXT, word)) {
    const config = cursor.take("(") ? parseBracketed(cursor) : null;
    cursor.expect(".", DELIMITER);
    return {
      negated,
      operation: { kind: "full-text", query: FULL_TEXT[word], config, value: value(cursor) },
    };
  }
  if (isKeyOf(SIMPLE, word)) {
    cursor.expect(".", DELIMITER);
    return { negated, operation: { kind: "simple", operator: SIMPLE[word], value: value(cursor) } };
  }
  if (isKeyOf(QUANTIFIABLE, word)) {
    const quantifier = cursor.take("(any)") ? "any" : cursor.take("(all)") ? "all" : null;
    cursor.expect(".", DELIMITER);
    const operator = QUANTIFIABLE[word];
    return { negated, operation: { kind: "quantifiable", operator, quantifier, value: value(cursor) } };
  }
  cursor.position = start;
  return cursor.fail(OPERATOR);
}

function isKeyOf<T extends object>(table: T, word: string): word is Extract<keyof T, string> {
  return Object.hasOwn(table, word);
}

function parseBracketed(cursor: Cursor): string {
  const name = parseTypeName(cursor);
  cursor.expect(")", '")"');
  return name;
}

function parseIsValue(cursor: Cursor): (typeof IS)[keyof typeof IS] {
  const word = cursor.match(IS_WORD)?.toLowerCase();
  if (word === undefined || !isKeyOf(IS, word)) {
    return cursor.fail("isVal: (null, not_null, true, false, unknown)");
  }
  return IS[word];
}

function takeRest(cursor: Cursor): string {
  const rest = cursor.text.slice(cursor.position);
  cursor.position = cursor.text.length;
  return rest;
}

function parseList(cursor: Cursor): string[] {
  cursor.skipSpace();
  cursor.expect("(", '"("');
  cursor.skipSpace();
  const values: string[] = [];
  do {
    values.push(parseQuotedOr(cursor, () => cursor.match(LIST_ELEMENT) ?? ""));
  } while (cursor.take(","));
  cursor.expect(")", '"," or ")"');
  cursor.skipSpace();
  return values;
}

/** A value counts as quoted only when a comma, a bracket or the end follows its closing quote. */
function parseQuotedOr(cursor: Cursor, plain: () => string): string {
  const start = cursor.position;
  if (cursor.peek() === '"') {
    const end = closingQuote(cursor.text, start);
    const next = end === -1 ? "x" : cursor.text.charAt(end + 1);
    if (next === "" || next === "," || next === ")") return parseQuotedValue(cursor);
  }
  return plain();
}

function closingQuote(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function parseLogicValue(cursor: Cursor): string {
  return parseQuotedOr(cursor, () => cursor.match(ARRAY) ?? cursor.match(LIST_ELEMENT) ?? "");
}

const GROUP_AHEAD = /(not\.)?(and|or)\s*\(/y;

function parseLogicMember(cursor: Cursor, depth: number): LogicTree {
  const group = cursor.match(GROUP_AHEAD);
  if (group === null) return { kind: "filter", filter: parseLogicFilter(cursor) };
  if (depth === MAX_DEPTH) cursor.fail(`at most ${MAX_DEPTH} levels of and/or`);
  const members: LogicTree[] = [];
  do {
    cursor.skipSpace();
    members.push(parseLogicMember(cursor, depth + 1));
    cursor.skipSpace();
  } while (cursor.take(","));
  cursor.expect(")", '"," or ")"');
  const negated = group.startsWith("not.");
  return { kind: "group", negated, operator: group.includes("and") ? "and" : "or", members };
}

function parseLogicFilter(cursor: Cursor): Filter {
  if (cursor.atEnd || cursor.peek() === ")" || cursor.peek() === "(") {
    cursor.fail("field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)");
  }
  const filtered = parseField(cursor);
  cursor.expect(".", DELIMITER);
  return { field: filtered, ...parseOperator(cursor, parseLogicValue) };
}
