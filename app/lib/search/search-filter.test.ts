import { expect, test } from "vitest";
import { createWordFilters } from "./search-filter.ts";

test("each word is searched in every column", () => {
  expect(createWordFilters(["first_name", "email"], "  Fatou  Sawadogo ")).toEqual([
    'first_name.ilike."%Fatou%",email.ilike."%Fatou%"',
    'first_name.ilike."%Sawadogo%",email.ilike."%Sawadogo%"',
  ]);
  expect(createWordFilters(["name"], "   ")).toEqual([]);
});

test("a telephone number with separators is one word", () => {
  expect(createWordFilters(["phone"], "76 54 32-10")).toEqual(['phone.ilike."%76543210%"']);
  expect(createWordFilters(["phone"], "+226 76.54")).toEqual(['phone.ilike."%+2267654%"']);
});

test("characters with a meaning in a pattern or a filter are escaped", () => {
  expect(createWordFilters(["name"], '50%,a_b"),or(x')).toEqual(['name.ilike."%50\\\\%,a\\\\_b\\"),or(x%"']);
  expect(createWordFilters(["name"], "\\")).toEqual(['name.ilike."%\\\\\\\\%"']);
});

test("the number of words is limited", () => {
  expect(createWordFilters(["name"], "a b c d e f g h")).toHaveLength(6);
});
