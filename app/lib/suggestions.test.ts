import { describe, expect, it } from "vitest";
import { hasWordLike, normalizedQuery, suggestionsPath } from "./suggestions.ts";

describe("normalizedQuery", () => {
  it("makes one of what means the same", () => {
    expect(normalizedQuery("  Perceuse \t à  percussion ")).toBe("perceuse à percussion");
  });

  it("keeps no more than the search takes", () => {
    expect(normalizedQuery("a".repeat(200))).toHaveLength(100);
    expect(normalizedQuery("vis\u0000bois")).toBe("vis bois");
    expect(suggestionsPath(normalizedQuery(`${"a".repeat(99)}🔧`))).toMatch(/=a{99}$/);
  });
});

it("suggestionsPath escapes the query", () => {
  expect(suggestionsPath("vis & écrou")).toBe("/search-suggestions?q=vis%20%26%20%C3%A9crou");
});

describe("hasWordLike", () => {
  it.each([
    ["Électricité", "elec"],
    ["Outils électriques", "ELECTR"],
    ["Outils électriques", "outils él"],
    ["Prise d'air", "air"],
  ])("%s for «%s»", (text, query) => {
    expect(hasWordLike(text, query)).toBe(true);
  });

  it("does not look inside words", () => {
    expect(hasWordLike("Plomberie", "berie")).toBe(false);
  });
});
