import { expect, it } from "vitest";
import { type Attribute, listNamedValues } from "./attributes.ts";

const attributes: Attribute[] = [
  { key: "etanche", name: "Étanche", kind: "boolean", unit: null, choices: [], position: 3 },
  {
    key: "couleur",
    name: "Couleur",
    kind: "choice",
    unit: null,
    choices: [{ key: "gris", name: "Gris" }],
    position: 2,
  },
  { key: "diametre", name: "Diamètre", kind: "number", unit: "mm", choices: [], position: 1 },
];

it("writes the values of a product in the order of the attributes", () => {
  const values = { etanche: false, couleur: "gris", diametre: 1032.5, poids: 3 };
  expect(listNamedValues(values, attributes)).toEqual([
    { key: "diametre", name: "Diamètre", value: "1\u202f032,5\u00a0mm" },
    { key: "couleur", name: "Couleur", value: "Gris" },
    { key: "etanche", name: "Étanche", value: "Non" },
  ]);
});

it("shows the key of a choice that is none any more, and nothing of what cannot be read", () => {
  expect(listNamedValues({ couleur: "mauve" }, attributes)).toEqual([
    { key: "couleur", name: "Couleur", value: "mauve" },
  ]);
  expect(listNamedValues({ couleur: ["a"] }, attributes)).toEqual([]);
  expect(listNamedValues(null, attributes)).toEqual([]);
});
