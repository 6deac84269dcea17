import { describe, expect, it } from "vitest";
import { getSuggestionsPath, hasWordStartingWith, normalizeQuery } from "./suggestions.ts";

describe("normalizeQuery", () => {
  it("gives equivalent queries the same text", () => {
    expect(normalizeQuery("  Perceuse \t à  percussion ")).toBe("perceuse à percussion");
  });

  it("limits the length", () => {
    expect(normalizeQuery("a".repeat(200))).toHaveLength(100);
    expect(normalizeQuery("vis\u0000bois")).toBe("vis bois");
    expect(getSuggestionsPath(normalizeQuery(`${"a".repeat(99)}🔧`), null)).toMatch(/=a{99}$/);
  });
});

it("getSuggestionsPath escapes the query", () => {
  expect(getSuggestionsPath("vis & écrou", null)).toBe("/search-suggestions?q=vis%20%26%20%C3%A9crou");
  expect(getSuggestionsPath("vis", "a&b")).toBe("/search-suggestions?q=vis&category=a%26b");
});

describe("hasWordStartingWith", () => {
  it.each([
    ["Électricité", "elec"],
    ["Outils électriques", "ELECTR"],
    ["Outils électriques", "outils él"],
    ["Prise d'air", "air"],
  ])("%s for «%s»", (text, query) => {
    expect(hasWordStartingWith(text, query)).toBe(true);
  });

  it("does not match inside words", () => {
    expect(hasWordStartingWith("Plomberie", "berie")).toBe(false);
  });
});
