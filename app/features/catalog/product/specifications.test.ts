import { expect, it } from "vitest";
import { listSpecifications, parseSpecifications } from "./specifications.ts";

it("lists the pairs in their order", () => {
  expect(parseSpecifications({ Puissance: "750 W", Tension: 220 })).toEqual([
    { name: "Puissance", value: "750 W" },
    { name: "Tension", value: "220" },
  ]);
});

it.each([null, "text", 3, ["a"], { a: null, b: { c: 1 }, d: ["e"], f: true }])(
  "parses %j as no specifications",
  (map) => {
    expect(parseSpecifications(map)).toEqual([]);
  },
);

it("adds the values of attributes that the specifications do not name", () => {
  const attribute = { kind: "number", unit: "mm", choices: [], position: 1 } as const;
  const attributes = [
    { ...attribute, key: "diametre", name: "Diamètre", choices: [] },
    { ...attribute, key: "epaisseur", name: "Épaisseur", choices: [] },
  ];
  const product = {
    specifications: { Diamètre: "32 mm extérieur" },
    attributes: { diametre: 32, epaisseur: 2 },
  };
  expect(listSpecifications(product, attributes)).toEqual([
    { name: "Diamètre", value: "32 mm extérieur" },
    { key: "epaisseur", name: "Épaisseur", value: "2\u00a0mm" },
  ]);
});
