import { expect, it } from "vitest";
import { findProductCalculator } from "./product-calculator.ts";

const setting = (kind: string, word = "", rate = 10) => ({ kind, word, waste: 5, rate });
const product = {
  name: "Peinture acrylique",
  specifications: { Rendement: "8 m²/kg" },
  unit: "piece",
  content_unit: "kilogram",
} as const;

it("takes the first whose word is in the name, with the figures of the product", () => {
  const settings = [setting("concrete", "ciment"), setting("paint", "PEINTURE", 12)];
  expect(findProductCalculator(settings, product)).toEqual({
    kind: "paint",
    waste: 5,
    coverage: 8,
    unit: "kilogram",
  });
  expect(findProductCalculator(settings, { ...product, specifications: {} })).toMatchObject({ coverage: 12 });
});

it("is none where a figure is missing", () => {
  for (const kind of ["tiles", "roof", "wire"])
    expect(findProductCalculator([setting(kind)], product)).toBeNull();
  expect(findProductCalculator([setting("paint")], { ...product, content_unit: null })).toBeNull();
});

it.each([null, {}, "tiles", [null, 3, { kind: "sand" }, { kind: "tiles", word: 1, waste: "x", rate: 1 }]])(
  "%j are no calculators",
  (value) => expect(findProductCalculator(value, product)).toBeNull(),
);

it("reads the useful width and the length of a sheet", () => {
  const specifications = { "Largeur utile": "90 cm", Longueur: "3 m" };
  expect(findProductCalculator([setting("roof", "", 20)], { ...product, specifications })).toEqual({
    ...{ kind: "roof", waste: 5, width: 0.9, length: 3, overlap: 0.2 },
  });
});

it.each([
  ["3G1,5 mm²", { section: 1.5, wires: 1 }],
  ["2,5 mm²", { section: 2.5, wires: 3 }],
  ["2 × 16 mm²", { section: 16, wires: 1 }],
])("reads the section of %s", (Section, conductor) => {
  const wire = { ...product, unit: "metre", specifications: { Section } } as const;
  expect(findProductCalculator([setting("wire")], wire)).toMatchObject(conductor);
  expect(findProductCalculator([setting("wire")], { ...wire, name: "Câble 16 mm² alu" })).toBeNull();
});
