/**
 * The query string as data. Reserved names are select, columns and on_conflict; order, limit, offset,
 * and, or take the path of an embedded resource before them; everything else is a filter, or an argument
 * of a function that is called with GET.
 */
import { type Cursor, parseWith } from "./cursor.ts";
import { type Filter, type LogicTree, logicTree, operation } from "./filter.ts";
import { type Field, fieldName, jsonPath } from "./names.ts";
import { type OrderTerm, parseOrder } from "./order.ts";
import { parseSelect, type SelectItem } from "./select.ts";

/** Something said about an embedded resource: its names from the root, none for the root itself. */
export interface Located<T> {
  path: string[];
  value: T;
}

export interface QueryParams {
  select: SelectItem[];
  filters: Located<Filter>[];
  logic: Located<LogicTree>[];
  orders: Located<OrderTerm[]>[];
  limits: Located<number>[];
  offsets: Located<number>[];
  columns: string[] | null;
  onConflict: string[] | null;
  /** Of a GET on a function: what has no operator is an argument, in the order given. */
  args: [name: string, value: string][];
  /** Sorted by name and encoded again, for Content-Location. */
  canonical: string;
}

const ALL: SelectItem[] = [
  { kind: "field", field: { name: "*", path: [] }, alias: null, cast: null, aggregate: null },
];
const INTEGER = /^-?[0-9]{1,15}$/;

/**
 * `query` is what follows the question mark, still encoded. With `isCall`, a value that does not parse as
 * a filter is an argument. Throws PGRST100.
 */
export function parseQueryParams(query: string, isCall: boolean): QueryParams {
  const params: QueryParams = {
    select: ALL,
    filters: [],
    logic: [],
    orders: [],
    limits: [],
    offsets: [],
    columns: null,
    onConflict: null,
    args: [],
    canonical: "",
  };
  const pairs = new URLSearchParams(query);
  for (const [key, value] of pairs) addParameter(params, key, value, isCall);
  pairs.sort();
  params.canonical = pairs.toString();
  return params;
}

function addParameter(params: QueryParams, key: string, value: string, isCall: boolean): void {
  switch (key) {
    case "select":
      if (value !== "") params.select = parseWith("select parameter", value, parseSelect);
      return;
    case "columns":
      params.columns ??= parseWith("columns parameter", value, columnNames);
      return;
    case "on_conflict":
      if (value !== "") params.onConflict ??= parseWith("on_conflict parameter", value, columnNames);
      return;
  }
  switch (key.slice(key.lastIndexOf(".") + 1)) {
    case "order":
      if (value === "") return;
      params.orders.push({ path: embedPath(key), value: parseWith("order", value, parseOrder) });
      return;
    case "limit":
      if (INTEGER.test(value)) params.limits.push({ path: embedPath(key), value: Number(value) });
      return;
    case "offset":
      if (INTEGER.test(value))
        params.offsets.push({ path: embedPath(key), value: Math.max(0, Number(value)) });
      return;
    case "and":
    case "or":
      if (value !== "") params.logic.push(logicParameter(key, value));
      return;
    default:
      addFilter(params, key, value, isCall);
  }
}

function addFilter(params: QueryParams, key: string, value: string, isCall: boolean): void {
  if (isCall && !OPERATOR_AHEAD.test(value)) {
    params.args.push([key, value]);
    return;
  }
  const { path, field } = parseWith("tree path", key, treePath);
  const filter: Filter = { field, ...parseWith("filter", value, operation) };
  params.filters.push({ path, value: filter });
}

/** What tells a filter on the rows of a function from an argument of it. */
const OPERATOR_AHEAD =
  /^(?:not\.)?(?:(?:neq|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|in|is)\.|(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?\.|(?:pl|ph|w)?fts(?:\([^()]+\))?\.)/;

function logicParameter(key: string, value: string): Located<LogicTree> {
  const path = parseWith("logic path", key, dottedNames);
  const operator = path.pop() ?? "and";
  const negated = path.includes("not") ? "not." : "";
  return {
    path: path.filter((name) => name !== "not"),
    value: parseWith("logic tree", `${negated}${operator}${value}`, logicTree, value),
  };
}

/** The names before the reserved word. */
function embedPath(key: string): string[] {
  return parseWith("tree path", key, dottedNames).slice(0, -1);
}

function treePath(cursor: Cursor): { path: string[]; field: Field } {
  const names = dottedPrefix(cursor);
  const name = names.pop() ?? "";
  return { path: names, field: { name, path: jsonPath(cursor) } };
}

function dottedNames(cursor: Cursor): string[] {
  const names = dottedPrefix(cursor);
  if (!cursor.atEnd) cursor.fail('letter, digit, "-", delimiter (.) or end of input');
  return names;
}

function dottedPrefix(cursor: Cursor): string[] {
  const names = [fieldName(cursor)];
  while (cursor.take(".")) names.push(fieldName(cursor));
  return names;
}

function columnNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do {
    cursor.skipSpace();
    names.push(fieldName(cursor));
    cursor.skipSpace();
  } while (cursor.take(","));
  return names;
}
