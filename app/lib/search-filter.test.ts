import { expect, test } from "vitest";
import { wordFilters } from "./search-filter.ts";

test("each word is looked for in every column", () => {
  expect(wordFilters(["first_name", "email"], "  Fatou  Sawadogo ")).toEqual([
    'first_name.ilike."%Fatou%",email.ilike."%Fatou%"',
    'first_name.ilike."%Sawadogo%",email.ilike."%Sawadogo%"',
  ]);
  expect(wordFilters(["name"], "   ")).toEqual([]);
});

test("a telephone number is one word, however it is spaced", () => {
  expect(wordFilters(["phone"], "76 54 32-10")).toEqual(['phone.ilike."%76543210%"']);
  expect(wordFilters(["phone"], "+226 76.54")).toEqual(['phone.ilike."%+2267654%"']);
});

test("what has a meaning in a pattern or a filter is taken as itself", () => {
  expect(wordFilters(["name"], '50%,a_b"),or(x')).toEqual(['name.ilike."%50\\\\%,a\\\\_b\\"),or(x%"']);
  expect(wordFilters(["name"], "\\")).toEqual(['name.ilike."%\\\\\\\\%"']);
});

test("a text has so many words and no more", () => {
  expect(wordFilters(["name"], "a b c d e f g h")).toHaveLength(6);
});
