/** What a query asks for, counted before anything is planned: the limits of a role refuse what is too much. */
import { isCostlyPattern } from "#backend/core/values/regular-expressions.ts";
import type { Filter, LogicTree, Operation } from "./filter.ts";
import type { QueryParams } from "./query-params.ts";
import type { SelectItem } from "./select.ts";

export interface QuerySize {
  /** The levels of embedded resources. */
  depth: number;
  /** The embedded resources on all levels. */
  embeds: number;
  /** The selected columns, filters and order terms; each member of a logic tree, and each pattern of a list, is one. */
  terms: number;
  /** The regular expressions of all filters. */
  patterns: number;
  hasCostlyPattern: boolean;
  /** Whether it does more with the rows than to send some of their columns: that may fail, for some values of theirs. */
  mayFail: boolean;
}

type SelectSize = Pick<QuerySize, "depth" | "embeds" | "terms">;

export function measureQuery({ select, filters, logic, orders }: QueryParams): QuerySize {
  const selected = measureSelect(select);
  const patterns = [
    ...filters.map(({ value }) => value),
    ...logic.flatMap(({ value }) => listFilters(value)),
  ].flatMap(({ operation }) => (isPattern(operation) ? operation : []));
  const expressions = patterns.filter(isRegular);
  const terms =
    selected.terms +
    filters.length +
    logic.reduce((sum, { value }) => sum + countMembers(value), 0) +
    orders.reduce((sum, { value }) => sum + value.length, 0) +
    countPatterns(patterns) -
    patterns.length;
  return {
    ...selected,
    terms,
    patterns: countPatterns(expressions),
    hasCostlyPattern: expressions.some(({ value }) => isCostlyPattern(value)),
    mayFail:
      filters.length + logic.length + orders.length > 0 ||
      select.some((item) => item.kind !== "field" || item.cast !== null),
  };
}

function measureSelect(items: SelectItem[]): SelectSize {
  const size: SelectSize = { depth: 0, embeds: 0, terms: 0 };
  for (const item of items) {
    if (item.kind === "field") {
      size.terms++;
      continue;
    }
    const embedded = measureSelect(item.select);
    size.depth = Math.max(size.depth, embedded.depth + 1);
    size.embeds += embedded.embeds + 1;
    size.terms += embedded.terms;
  }
  return size;
}

function countMembers(tree: LogicTree): number {
  if (tree.kind === "filter") return 1;
  return tree.members.reduce((sum, member) => sum + countMembers(member), 1);
}

function listFilters(tree: LogicTree): Filter[] {
  return tree.kind === "filter" ? [tree.filter] : tree.members.flatMap(listFilters);
}

type PatternOperation = Extract<Operation, { kind: "quantifiable" }>;

const EXPRESSION_OPERATORS = ["~", "~*"];
const PATTERN_OPERATORS = [...EXPRESSION_OPERATORS, "LIKE", "ILIKE"];

/** What Postgres compares with each row, character by character. */
function isPattern(operation: Operation): operation is PatternOperation {
  return operation.kind === "quantifiable" && PATTERN_OPERATORS.includes(operation.operator);
}

function isRegular({ operator }: PatternOperation): boolean {
  return EXPRESSION_OPERATORS.includes(operator);
}

/** With `(any)` and `(all)` the value is a list of patterns: a comma within one of them counts, too. */
function countPatterns(operations: PatternOperation[]): number {
  return operations.reduce(
    (sum, { quantifier, value }) => sum + (quantifier === null ? 1 : value.split(",").length),
    0,
  );
}
