/** The filter of a binding, `column=operator.value`: which rows of a table a subscriber wants to hear of. */

const OPERATORS = { eq: "=", neq: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=", in: "=" } as const;

export interface Filter {
  column: string;
  /** The operator of SQL that a row's value must fulfil with one of the values. */
  operator: (typeof OPERATORS)[keyof typeof OPERATORS];
  values: string[];
}

/** What is wrong with a filter, fit for whoever wrote it. */
export class FilterError extends Error {
  override readonly name = "FilterError";
}

const MOST_VALUES = 100;

export function parseFilter(text: string): Filter {
  const [, column, name = "", value] = /^([^=]+)=([a-z]+)\.(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined) {
    throw new FilterError(`the filter "${text}" is not of the form column=operator.value`);
  }
  if (!isOperator(name)) throw new FilterError(`the operator "${name}" is not known`);
  const values = name === "in" ? parseList(value) : [unquote(value)];
  if (values.some((item) => item.includes("\0"))) throw new FilterError("a value holds a NUL");
  return { column, operator: OPERATORS[name], values };
}

function isOperator(name: string): name is keyof typeof OPERATORS {
  return Object.hasOwn(OPERATORS, name);
}

/** The official client quotes a value that holds commas, brackets, quotes or backslashes. */
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
