import { expect, it } from "vitest";
import type { Attribute } from "#app/lib/models/attributes.ts";
import type { ComparedRow } from "./compare.queries.ts";
import { listCompareRows } from "./compare-rows.ts";

const drill: ComparedRow = {
  id: "1",
  name: "Perceuse",
  slug: "perceuse",
  price: 45_000,
  old_price: null,
  discount: null,
  image: null,
  rating: 0,
  review_count: 0,
  is_new: false,
  stock: 3,
  in_stock: true,
  brand: "Sahelis",
  reference: "SAH-1",
  specifications: { Marque: "Sahelis", Mandrin: "13 mm à clé" },
  attributes: { puissance: 750, mandrin: 13 },
  category: { name: "Outils électriques" },
  has_variants: false,
  lowest_price: null,
  unit: "piece",
  step_size: 1,
  minimum_quantity: 1,
  content_size: null,
  content_unit: null,
};
const attribute: Attribute = {
  key: "puissance",
  name: "Puissance",
  kind: "number",
  unit: "W",
  choices: [],
  position: 1,
};
const attributes = [attribute, { ...attribute, key: "mandrin", name: "Mandrin", unit: "mm", position: 2 }];

it("compares price, stock, attributes and specifications, and says in what the products differ", () => {
  const other = {
    ...drill,
    price: 60_000,
    stock: 0,
    in_stock: false,
    specifications: { Marque: "Sahelis" },
    attributes: { puissance: 750 },
  };
  expect(listCompareRows([drill, other], attributes)).toEqual([
    { name: "Prix", values: ["45\u202f000\u00a0XOF", "60\u202f000\u00a0XOF"], differs: true },
    { name: "Disponibilité", values: ["En stock", "Rupture de stock"], differs: true },
    { name: "Rayon", values: ["Outils électriques", "Outils électriques"], differs: false },
    { name: "Marque", values: ["Sahelis", "Sahelis"], differs: false },
    { name: "Référence", values: ["SAH-1", "SAH-1"], differs: false },
    { name: "Puissance", values: ["750\u00a0W", "750\u00a0W"], differs: false },
    { name: "Mandrin", values: ["13 mm à clé", null], differs: true },
  ]);
});

it("has nothing to mark with one product", () => {
  expect(listCompareRows([drill], attributes).some(({ differs }) => differs)).toBe(false);
});

it("says what a price is for, and compares what is sold in packets by the unit", () => {
  const box = {
    ...drill,
    price: 5400,
    unit: "box" as const,
    content_size: 1.44,
    content_unit: "square_metre" as const,
  };
  const rows = listCompareRows([box, { ...drill, has_variants: true }], []);
  expect(rows.slice(0, 2).map(({ values }) => values)).toEqual([
    ["5\u202f400\u00a0XOF le carton", "dès 45\u202f000\u00a0XOF"],
    ["3\u202f750\u00a0XOF/m²", null],
  ]);
});
