import { describe, expect, test } from "vitest";
import { parseWith } from "./cursor.ts";
import { parseLogicTree, parseOperation } from "./filter.ts";

const filter = (text: string) => parseWith("filter", text, parseOperation);
const tree = (text: string) => parseWith("logic tree", text, parseLogicTree);

describe("a filter", () => {
  test.each([
    ["eq.a.b", { kind: "quantifiable", operator: "=", quantifier: null, value: "a.b" }],
    ["gte(any).{1,2}", { kind: "quantifiable", operator: ">=", quantifier: "any", value: "{1,2}" }],
    ["ilike(all).{a*,*b}", { kind: "quantifiable", operator: "ILIKE", quantifier: "all", value: "{a*,*b}" }],
    ["neq.", { kind: "simple", operator: "<>", value: "" }],
    ["cs.{a}", { kind: "simple", operator: "@>", value: "{a}" }],
    ["adj.(1,2)", { kind: "simple", operator: "-|-", value: "(1,2)" }],
    ['in.(a,"b,c","d\\"e",)', { kind: "in", values: ["a", "b,c", 'd"e', ""] }],
    ['in.("a"b,c)', { kind: "in", values: ['"a"b', "c"] }],
    ["in.()", { kind: "in", values: [""] }],
    ["is.NULL", { kind: "is", value: "NULL" }],
    ["is.not_null", { kind: "is", value: "NOT NULL" }],
    ["is.unknown", { kind: "is", value: "UNKNOWN" }],
    ["isdistinct.3", { kind: "distinct", value: "3" }],
    ["fts.a & b", { kind: "full-text", query: "to_tsquery", config: null, value: "a & b" }],
    [
      "wfts(french).le mot",
      { kind: "full-text", query: "websearch_to_tsquery", config: "french", value: "le mot" },
    ],
  ])("parses %s", (text, expected) => {
    expect(filter(text)).toEqual({ negated: false, operation: expected });
    expect(filter(`not.${text}`)).toEqual({ negated: true, operation: expected });
  });

  test.each([
    ["noop.1", 1, '"not" or operator (eq, gt, ...)'],
    ["5", 1, '"not" or operator (eq, gt, ...)'],
    ["is.nil", 4, "isVal: (null, not_null, true, false, unknown)"],
    ["in.1,2", 4, '"("'],
    ["eq", 3, "delimiter (.)"],
    ["neq(any).1", 4, "delimiter (.)"],
  ])("rejects %s", (text, column, expected) => {
    expect(() => filter(text)).toThrow(`"failed to parse filter (${text})" (line 1, column ${column})`);
    expect(detailsOf(() => filter(text))).toContain(`expecting ${expected}`);
  });
});

describe("a logic tree", () => {
  test("can be nested, negated and quoted", () => {
    expect(tree('and(a.eq.1,or(b->>k.lt."x,y",not.and(c.is.null,d.not.in.(1,2))),e.cs.{1,2})')).toEqual({
      kind: "group",
      negated: false,
      operator: "and",
      members: [
        eq("a", "1"),
        {
          kind: "group",
          negated: false,
          operator: "or",
          members: [
            {
              kind: "filter",
              filter: {
                field: { name: "b", path: [{ arrow: "->>", operand: { kind: "key", key: "k" } }] },
                negated: false,
                operation: { kind: "quantifiable", operator: "<", quantifier: null, value: "x,y" },
              },
            },
            {
              kind: "group",
              negated: true,
              operator: "and",
              members: [
                leaf("c", false, { kind: "is", value: "NULL" }),
                leaf("d", true, { kind: "in", values: ["1", "2"] }),
              ],
            },
          ],
        },
        leaf("e", false, { kind: "simple", operator: "@>", value: "{1,2}" }),
      ],
    });
  });

  test.each(["or()", "and(a.eq.1", "or)(", "and(a)", "and(a.eq.1,)"])("rejects %s", (text) => {
    expect(() => tree(text)).toThrow(/^"failed to parse logic tree/);
  });

  test("has a maximum depth", () => {
    expect(() => tree(`${"and(".repeat(32)}a.eq.1${")".repeat(32)}`)).not.toThrow();
    expect(() => tree(`${"and(".repeat(4000)}a.eq.1${")".repeat(4000)}`)).toThrow(/failed to parse/);
  });
});

function leaf(name: string, negated: boolean, operation: object) {
  return { kind: "filter", filter: { field: { name, path: [] }, negated, operation } };
}

function eq(name: string, value: string) {
  return leaf(name, false, { kind: "quantifiable", operator: "=", quantifier: null, value });
}

function detailsOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error instanceof Error && "body" in error ? Object(error.body).details : null;
  }
  return null;
}
