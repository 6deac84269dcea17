/**
 * Parses the filter of a binding, `column=operator.value,…`, which selects rows of a table. The syntax is
 * that of the official client: `not.` negates, commas join conditions that must all hold, and a value that
 * contains commas, brackets, quotes or backslashes is quoted.
 */
import { COSTLY_PATTERN_MESSAGE, isCostlyPattern } from "#backend/core/values/regular-expressions.ts";

const COMPARISONS = {
  eq: "=",
  neq: "<>",
  lt: "<",
  lte: "<=",
  gt: ">",
  gte: ">=",
  in: "=",
  isdistinct: "is distinct from",
} as const;
const PATTERNS = { like: "~~", ilike: "~~*", match: "~", imatch: "~*" } as const;
const STATES = { null: "is null", true: "is true", false: "is false", unknown: "is unknown" } as const;

type Comparison = (typeof COMPARISONS)[keyof typeof COMPARISONS];
type Pattern = (typeof PATTERNS)[keyof typeof PATTERNS];
type State = (typeof STATES)[keyof typeof STATES];

export interface Condition {
  column: string;
  /** The SQL operator between the value of the row and the values below. */
  operator: Comparison | Pattern | State;
  /** Negates the operator. Null matches neither way. */
  isNegated: boolean;
  /** One of these must match; empty for an operator that takes no value. */
  values: string[];
}

/** All conditions must hold. */
export type Filter = Condition[];

/** An invalid filter; the message is meant for the client. */
export class FilterError extends Error {
  override readonly name = "FilterError";
}

const MAX_VALUES = 100;
const MAX_CONDITIONS = 50;
const MAX_PATTERN_LENGTH = 1_000;
const MAX_EXPRESSION_LENGTH = 100;
/** A regular expression takes about as long as so many comparisons. */
const EXPRESSION_COST = 10;
/** An odd number of backslashes, which are counted from the first one only: one message may have thousands of patterns. */
const ENDS_IN_ESCAPE = /(?<!\\)\\(?:\\\\)*$/;

/** Null for an empty text. */
export function parseFilter(text: string): Filter | null {
  if (text.includes("\0")) throw new FilterError("a value holds a NUL");
  if (text.trim() === "") return null;
  const parts = splitConditions(text);
  if (parts.length > MAX_CONDITIONS) {
    throw new FilterError(`a filter takes at most ${MAX_CONDITIONS} conditions`);
  }
  return parts.flatMap((part) => parseCondition(part.trim()));
}

/** How many comparisons a filter costs at each change of its table. */
export function measureFilter(filter: Filter): number {
  return filter.reduce((sum, { operator, values }) => {
    const isRegular = operator === PATTERNS.match || operator === PATTERNS.imatch;
    return sum + Math.max(1, values.length) * (isRegular ? EXPRESSION_COST : 1);
  }, 0);
}

function parseCondition(text: string): Condition[] {
  const [, column, not, name = "", value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined) {
    throw new FilterError(`the filter "${text}" is not of the form column=operator.value`);
  }
  const isNegated = not !== undefined;
  if (name === "is") return [{ column, operator: parseState(value), isNegated, values: [] }];
  if (isKeyOf(PATTERNS, name)) {
    const pattern = unquote(value);
    checkPattern(name, pattern);
    return [{ column, operator: PATTERNS[name], isNegated, values: [pattern] }];
  }
  if (!isKeyOf(COMPARISONS, name)) throw new FilterError(`the operator "${name}" is not known`);
  const values = name === "in" ? parseList(value) : [unquote(value)];
  const operator = COMPARISONS[name];
  // `not.in` becomes one negated condition for each value.
  return isNegated
    ? values.map((one) => ({ column, operator, isNegated, values: [one] }))
    : [{ column, operator, isNegated, values }];
}

function isKeyOf<T extends object>(names: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(names, name);
}

function parseState(value: string): State {
  if (isKeyOf(STATES, value)) return STATES[value];
  throw new FilterError("is takes null, true, false or unknown");
}

/**
 * A subscriber's pattern is evaluated over everyone's changes: it must neither fail on certain rows nor be slow.
 * Counts in braces and long expressions are slow before the first row: Postgres makes an automaton of them each time.
 */
function checkPattern(name: keyof typeof PATTERNS, pattern: string): void {
  if (pattern.length > MAX_PATTERN_LENGTH) {
    throw new FilterError(`a pattern has at most ${MAX_PATTERN_LENGTH} characters`);
  }
  const isRegular = name === "match" || name === "imatch";
  if (isRegular && pattern.length > MAX_EXPRESSION_LENGTH) {
    throw new FilterError(`a regular expression has at most ${MAX_EXPRESSION_LENGTH} characters`);
  }
  if (isRegular && /\{/.test(pattern)) throw new FilterError(`${name} takes no counts in braces`);
  if (isRegular && isCostlyPattern(pattern)) throw new FilterError(`${name} ${COSTLY_PATTERN_MESSAGE}`);
  if (!isRegular && ENDS_IN_ESCAPE.test(pattern)) {
    throw new FilterError("a pattern must not end with a single backslash");
  }
}

/** Splits at the commas outside of quotes and brackets. */
function splitConditions(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (isQuoted) {
      if (character === "\\") i++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = /[.(,]/.test(text[i - 1] ?? "");
    else if (character === "(") depth++;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (character === "," && depth === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const QUOTED = /^"(?<inner>(?:[^"\\]|\\.)*)"$/s;

function unquote(value: string): string {
  const inner = QUOTED.exec(value)?.groups?.inner;
  return inner === undefined ? value : inner.replaceAll(/\\(.)/gs, "$1");
}

function parseList(text: string): string[] {
  const inner = /^\((?<inner>.*)\)$/s.exec(text)?.groups?.inner;
  if (inner === undefined) throw new FilterError("the values of in stand in brackets: in.(a,b)");
  const values = [...inner.matchAll(/(?:^|,)("(?:[^"\\]|\\.)*"(?=,|$)|[^,]*)/gs)].map(([, item = ""]) =>
    unquote(item.trim()),
  );
  if (values.length > MAX_VALUES) throw new FilterError(`in takes at most ${MAX_VALUES} values`);
  return values;
}
