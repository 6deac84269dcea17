import { expect, it } from "vitest";
import { readPage, readText } from "./address-params.ts";

it("reads a text without what no database takes, and not without end", () => {
  expect(readText(null)).toBe("");
  expect(readText("  vis\u0000bois\n ")).toBe("vis bois");
  expect(readText("x".repeat(5000))).toHaveLength(100);
  expect(readText(`${"x".repeat(99)}🔧`)).toBe("x".repeat(99));
});

it.each([
  [null, 1],
  ["0", 1],
  ["-4", 1],
  ["7", 7],
  ["1e3", 1],
  ["99999999999", 1],
  ["500", 50],
])("reads page %s as %i", (text, page) => {
  expect(readPage(text, 50)).toBe(page);
});
