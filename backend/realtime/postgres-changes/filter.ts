/**
 * The filter of a binding, `column=operator.value,…`: which rows of a table a subscriber wants to hear of. Written as
 * the official client writes it: `not.` negates, commas join conditions that must all hold, and a value that holds
 * commas, brackets, quotes or backslashes is quoted.
 */

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
  /** The operator of SQL that a row's value must fulfil. */
  operator: Comparison | Pattern | State;
  /** Whether it must not. Nothing is known of null either way. */
  isNegated: boolean;
  /** With one of these; none for an operator that takes no value. */
  values: string[];
}

/** All of them must hold. */
export type Filter = Condition[];

/** What is wrong with a filter, fit for whoever wrote it. */
export class FilterError extends Error {
  override readonly name = "FilterError";
}

const MOST_VALUES = 100;
const MOST_CONDITIONS = 50;
const PATTERN_CHARACTERS = 1_000;

/** Null for an empty filter, which is none. */
export function parseFilter(text: string): Filter | null {
  if (text.includes("\0")) throw new FilterError("a value holds a NUL");
  if (text.trim() === "") return null;
  const parts = split(text);
  if (parts.length > MOST_CONDITIONS) {
    throw new FilterError(`a filter takes at most ${MOST_CONDITIONS} conditions`);
  }
  return parts.flatMap((part) => parseCondition(part.trim()));
}

function parseCondition(text: string): Condition[] {
  const [, column, not, name = "", value] = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined) {
    throw new FilterError(`the filter "${text}" is not of the form column=operator.value`);
  }
  const isNegated = not !== undefined;
  if (name === "is") return [{ column, operator: stateOf(value), isNegated, values: [] }];
  if (isKeyOf(PATTERNS, name)) {
    const pattern = unquote(value);
    checkPattern(name, pattern);
    return [{ column, operator: PATTERNS[name], isNegated, values: [pattern] }];
  }
  if (!isKeyOf(COMPARISONS, name)) throw new FilterError(`the operator "${name}" is not known`);
  const values = name === "in" ? parseList(value) : [unquote(value)];
  const operator = COMPARISONS[name];
  // None of several is: neither this one nor that one.
  return isNegated
    ? values.map((one) => ({ column, operator, isNegated, values: [one] }))
    : [{ column, operator, isNegated, values }];
}

function isKeyOf<T extends object>(names: T, name: string): name is Extract<keyof T, string> {
  return Object.hasOwn(names, name);
}

function stateOf(value: string): State {
  if (isKeyOf(STATES, value)) return STATES[value];
  throw new FilterError("is takes null, true, false or unknown");
}

/**
 * One subscriber's pattern is judged over everybody's changes: it must neither fail over some rows only nor take long.
 * What makes a regular expression slow are references back and looking around; without them Postgres's take a time
 * that grows with the text alone.
 */
function checkPattern(name: keyof typeof PATTERNS, pattern: string): void {
  if (pattern.length > PATTERN_CHARACTERS) {
    throw new FilterError(`a pattern has at most ${PATTERN_CHARACTERS} characters`);
  }
  const isRegular = name === "match" || name === "imatch";
  if (isRegular && /\\[1-9]|\(\?[=!<]/.test(pattern)) {
    throw new FilterError(`${name} takes neither references back nor looking around`);
  }
  const [backslashes = ""] = /\\*$/.exec(pattern) ?? [];
  if (!isRegular && backslashes.length % 2 === 1) {
    throw new FilterError("a pattern must not end with a single backslash");
  }
}

/** At the commas that stand neither in quotes nor in brackets. */
function split(text: string): string[] {
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

const QUOTED = /^"((?:[^"\\]|\\.)*)"$/s;

function unquote(value: string): string {
  const inner = QUOTED.exec(value)?.[1];
  return inner === undefined ? value : inner.replaceAll(/\\(.)/gs, "$1");
}

function parseList(text: string): string[] {
  const inner = /^\((.*)\)$/s.exec(text)?.[1];
  if (inner === undefined) throw new FilterError("the values of in stand in brackets: in.(a,b)");
  const values = [...inner.matchAll(/(?:^|,)("(?:[^"\\]|\\.)*"(?=,|$)|[^,]*)/gs)].map(([, item = ""]) =>
    unquote(item.trim()),
  );
  if (values.length > MOST_VALUES) throw new FilterError(`in takes at most ${MOST_VALUES} values`);
  return values;
}
