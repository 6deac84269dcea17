import { expect, it } from "vitest";
import { isSearchTooShort, normalizeSearchText } from "./search-text.ts";

it.each([
  ["Ouédraogo Çelik ÎLE", "ouedraogo celik ile"],
  ["e\u0301", "e"],
  ["Écrou ½” × 3", 'ecrou 1/2" x 3'],
  ["  L’œuvre\u00a0: Ø 32 ", "l'oeuvre : o 32"],
])("normalizes %s", (text, normalized) => {
  expect(normalizeSearchText(text)).toBe(normalized);
});

it.each([
  ["", false],
  ["a", true],
  ["%a%", true],
  ["+7", true],
  ["vi", false],
  ["7 0", false],
])("a search for «%s» is too short: %s", (text, expected) => {
  expect(isSearchTooShort(text)).toBe(expected);
});
