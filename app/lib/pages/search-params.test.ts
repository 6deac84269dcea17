import { expect, it } from "vitest";
import { parseChoiceParam, parsePageParam, parseTextParam } from "./search-params.ts";

it("removes invalid characters and limits the length", () => {
  expect(parseTextParam(null)).toBe("");
  expect(parseTextParam("  vis\u0000bois\n ")).toBe("vis bois");
  expect(parseTextParam("x".repeat(5000))).toHaveLength(100);
  expect(parseTextParam(`${"x".repeat(99)}🔧`)).toBe("x".repeat(99));
});

it.each([
  [null, 1],
  ["0", 1],
  ["-4", 1],
  ["7", 7],
  ["1e3", 1],
  ["99999999999", 1],
  ["500", 50],
])("parses page %s as %i", (text, page) => {
  expect(parsePageParam(text, 50)).toBe(page);
});

it("accepts allowed values only", () => {
  expect(["read", "READ", "", null].map((text) => parseChoiceParam(text, ["read", "unread"]))).toEqual([
    "read",
    null,
    null,
    null,
  ]);
});
