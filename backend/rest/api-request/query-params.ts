/**
 * Parses the query string. The reserved names are select, columns and on_conflict. order, limit, offset, and,
 * or may be prefixed by the path of an embedded resource. Everything else is a filter, or an argument of a
 * function that is called with GET.
 */
import { type Cursor, parseWith } from "./cursor.ts";
import { type Filter, type LogicTree, parseLogicTree, parseOperation } from "./filter.ts";
import { type Field, parseFieldName, parseJsonPath } from "./names.ts";
import { type OrderTerm, parseOrder } from "./order.ts";
import { parseSelect, type SelectItem } from "./select.ts";

/** A value with the path of the embedded resource that it applies to; the path of the root is empty. */
export interface WithEmbedPath<T> {
  path: string[];
  value: T;
}

export interface QueryParams {
  select: SelectItem[];
  filters: WithEmbedPath<Filter>[];
  logic: WithEmbedPath<LogicTree>[];
  orders: WithEmbedPath<OrderTerm[]>[];
  limits: WithEmbedPath<number>[];
  offsets: WithEmbedPath<number>[];
  columns: string[] | null;
  onConflict: string[] | null;
  /** For a GET on a function: parameters without an operator are arguments, in their order. */
  args: [name: string, value: string][];
  /** Sorted by name and encoded again, for Content-Location. */
  canonical: string;
}

const SELECT_ALL: SelectItem[] = [
  { kind: "field", field: { name: "*", path: [] }, alias: null, cast: null, aggregate: null },
];
const INTEGER = /^-?[0-9]{1,15}$/;

/**
 * `query` is the part after the question mark, still encoded. With `isCall`, a value that does not parse as a
 * filter is an argument. Throws PGRST100.
 */
export function parseQueryParams(query: string, isCall: boolean): QueryParams {
  const params: QueryParams = {
    select: SELECT_ALL,
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
  // A name without an equals sign asks for nothing.
  const assigned = query.split("&").filter((part) => part.includes("="));
  for (const [key, value] of new URLSearchParams(assigned.join("&")))
    addParameter(params, key, value, isCall);
  const pairs = new URLSearchParams(query);
  pairs.sort();
  params.canonical = pairs.toString();
  return params;
}

function addParameter(params: QueryParams, key: string, value: string, isCall: boolean): void {
  switch (key) {
    case "select":
      // The first one counts, as of the other two.
      if (value !== "" && params.select === SELECT_ALL)
        params.select = parseWith("select parameter", value, parseSelect);
      return;
    case "columns":
      params.columns ??= parseWith("columns parameter", value, parseColumnNames);
      return;
    case "on_conflict":
      if (value !== "") params.onConflict ??= parseWith("on_conflict parameter", value, parseColumnNames);
      return;
  }
  switch (key.slice(key.lastIndexOf(".") + 1)) {
    case "order":
      if (value === "") return;
      params.orders.push({ path: parseEmbedPath(key), value: parseWith("order", value, parseOrder) });
      return;
    case "limit":
      if (INTEGER.test(value)) params.limits.push({ path: parseEmbedPath(key), value: Number(value) });
      return;
    case "offset":
      if (INTEGER.test(value))
        params.offsets.push({ path: parseEmbedPath(key), value: Math.max(0, Number(value)) });
      return;
    case "and":
    case "or":
      if (value !== "") params.logic.push(parseLogicParameter(key, value));
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
  const { path, field } = parseWith("tree path", key, parseTreePath);
  const filter: Filter = { field, ...parseWith("filter", value, parseOperation) };
  params.filters.push({ path, value: filter });
}

/** Matches a filter on the rows of a function, as opposed to an argument. */
const OPERATOR_AHEAD =
  /^(?:not\.)?(?:(?:neq|cs|cd|ov|sl|sr|nxr|nxl|adj|isdistinct|in|is)\.|(?:eq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?\.|(?:pl|ph|w)?fts(?:\([^()]+\))?\.)/;

function parseLogicParameter(key: string, value: string): WithEmbedPath<LogicTree> {
  const path = parseWith("logic path", key, parseDottedNames);
  const operator = path.pop() ?? "and";
  const negated = path.includes("not") ? "not." : "";
  return {
    path: path.filter((name) => name !== "not"),
    value: parseWith("logic tree", `${negated}${operator}${value}`, parseLogicTree, value),
  };
}

/** Parses the names before the reserved word. */
function parseEmbedPath(key: string): string[] {
  return parseWith("tree path", key, parseDottedNames).slice(0, -1);
}

function parseTreePath(cursor: Cursor): { path: string[]; field: Field } {
  const names = parseDottedPrefix(cursor);
  const name = names.pop() ?? "";
  return { path: names, field: { name, path: parseJsonPath(cursor) } };
}

function parseDottedNames(cursor: Cursor): string[] {
  const names = parseDottedPrefix(cursor);
  if (!cursor.atEnd) cursor.fail('letter, digit, "-", delimiter (.) or end of input');
  return names;
}

function parseDottedPrefix(cursor: Cursor): string[] {
  const names = [parseFieldName(cursor)];
  while (cursor.take(".")) names.push(parseFieldName(cursor));
  return names;
}

function parseColumnNames(cursor: Cursor): string[] {
  const names: string[] = [];
  do {
    cursor.skipSpace();
    names.push(parseFieldName(cursor));
    cursor.skipSpace();
  } while (cursor.take(","));
  return names;
}
