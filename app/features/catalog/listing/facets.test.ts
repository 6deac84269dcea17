import { expect, it } from "vitest";
import { describeFacet, type Facet, formatOptionTotal, getChosenRange, parseFacets } from "./facets.ts";

const power: Facet = {
  key: "puissance",
  name: "Puissance",
  kind: "number",
  unit: "W",
  isExact: true,
  options: [{ value: "750", name: null, total: 2 }],
};
const color: Facet = {
  key: "couleur",
  name: "Couleur",
  kind: "choice",
  unit: null,
  isExact: false,
  options: [{ value: "gris", name: "Gris", total: 12_345 }],
};

it.each([
  [
    ["b:1", "a:1", "b:1", "", " "],
    ["a:1", "b:1"],
  ],
  [
    ["p:500-", "p:-1000", "a:1"],
    ["a:1", "p:500-1000"],
  ],
  [["p:1000-", "p:-500"], ["p:500-1000"]],
  [["p:1000-500", "p:500-1000"], ["p:500-1000"]],
  [["p:500-"], ["p:500-"]],
  [
    ["n'importe quoi", "a\u0000:b"],
    ["a:b", "n'importe quoi"],
  ],
  [
    Array.from({ length: 50 }, (_, index) => `a:${100 + index}`),
    Array.from({ length: 20 }, (_, index) => `a:${100 + index}`),
  ],
])("reads %j of an address as %j", (texts, facets) => {
  expect(parseFacets(texts)).toEqual(facets);
});

it("reads at most a hundred characters of a value", () => {
  expect(parseFacets(["x".repeat(5000)])[0]).toHaveLength(100);
});

it.each([
  ["couleur:gris", "Couleur\u00a0: Gris"],
  ["puissance:750", "Puissance\u00a0: 750\u00a0W"],
  ["puissance:500-1000", "Puissance\u00a0: 500 à 1\u202f000\u00a0W"],
  ["puissance:500-", "Puissance\u00a0: dès 500\u00a0W"],
  ["puissance:-1000", "Puissance\u00a0: jusqu'à 1\u202f000\u00a0W"],
  ["poids:3", "poids:3"],
])("describes %s as %s", (item, text) => {
  expect(describeFacet(item, [power, color])).toBe(text);
});

it("finds the range of a facet among the chosen values", () => {
  expect(getChosenRange("puissance", ["couleur:gris", "puissance:750", "puissance:500-1000"])).toEqual({
    low: "500",
    high: "1000",
  });
  expect(getChosenRange("puissance", ["couleur:1-2"])).toEqual({ low: "", high: "" });
});

it("says of an estimate that it is one", () => {
  expect(formatOptionTotal(color, { value: "gris", name: "Gris", total: 12_345 })).toBe(
    "environ 12\u202f000",
  );
  expect(formatOptionTotal(power, { value: "750", name: null, total: 2 })).toBe("2");
});
