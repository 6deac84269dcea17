import { expect, it } from "vitest";
import { readChoice, readId, readPage, readText } from "./address-params.ts";

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

it("reads an id and nothing like one", () => {
  const id = "0b8b3b6e-7d55-4c57-9c38-3a1d3f0f6a10";
  expect([id, "new", `${id}0`, "", null, undefined].map(readId)).toEqual([id, null, null, null, null, null]);
});

it("reads a choice that the list knows", () => {
  expect(["read", "READ", "", null].map((text) => readChoice(text, ["read", "unread"]))).toEqual([
    "read",
    null,
    null,
    null,
  ]);
});
