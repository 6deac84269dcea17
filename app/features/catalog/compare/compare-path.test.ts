import { expect, it } from "vitest";
import { getComparePath, parseComparedSlugs } from "./compare-path.ts";

it.each([
  ["ids=scie&ids=marteau", ["marteau", "scie"]],
  ["ids=scie,marteau,scie", ["marteau", "scie"]],
  ["ids=a,b,c,d,e,f", ["a", "b", "c", "d"]],
  ["ids=Pas%20un%20slug&ids=&ids=scie", ["scie"]],
  ["", []],
])("reads the products of ?%s", (query, slugs) => {
  expect(parseComparedSlugs(new URLSearchParams(query))).toEqual(slugs);
});

it("writes them in one order", () => {
  expect(getComparePath(["scie", "marteau"])).toBe("/compare?ids=marteau&ids=scie");
  expect(getComparePath([])).toBe("/compare");
});
