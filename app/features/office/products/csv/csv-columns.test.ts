import fc from "fast-check";
import { expect, it } from "vitest";
import { type CsvProduct, columnNamed, csvColumns, headerOf } from "./csv-columns.ts";

const product: CsvProduct = {
  reference: "PRK-750",
  name: "Perceuse à percussion",
  category: { slug: "outils-electriques" },
  price: 45_000,
  old_price: 50_000,
  discount: 10,
  stock: 7,
  is_new: true,
  is_featured: false,
  description: "=Puissante ; solide\nGarantie",
  features: ["Mandrin 13 mm", "Coffret"],
  specifications: { Puissance: "750 W", Poids: "1,8 kg" },
  more_info_url: "https://exemple.bf/perceuse",
  slug: "perceuse-a-percussion",
};

const cellOf = (key: string, value: Partial<CsvProduct> = {}) =>
  columnNamed(key)?.write({ ...product, ...value }) ?? "";
const readOf = (key: string, cell: string) => columnNamed(key)?.read(cell);

it("writes each value as a person reads it", () => {
  expect(csvColumns.map(({ header, write }) => [header, write(product)])).toEqual([
    ["Référence", "PRK-750"],
    ["Nom", "Perceuse à percussion"],
    ["Catégorie", "outils-electriques"],
    ["Prix", "45000"],
    ["Ancien prix", "50000"],
    ["Réduction", "10"],
    ["Stock", "7"],
    ["Nouveau", "oui"],
    ["Promotion", "non"],
    ["Description", "'=Puissante ; solide\nGarantie"],
    ["Caractéristiques", "Mandrin 13 mm\nCoffret"],
    ["Spécifications", "Puissance: 750 W\nPoids: 1,8 kg"],
    ["Lien", "https://exemple.bf/perceuse"],
    ["Slug", "perceuse-a-percussion"],
  ]);
  expect(cellOf("more_info_url", { more_info_url: null })).toBe("");
  expect(csvColumns.map(({ key }) => key)).toEqual(Object.keys(product));
});

it.each([
  ["Référence", "reference"],
  [" REFERENCE ", "reference"],
  ["old_price", "old_price"],
  ["Ancien prix (XOF)", undefined],
  ["Réduction (%)", "discount"],
  ["categorie", "category"],
  ["is_featured", "is_featured"],
  ["Couleur", undefined],
  ["", undefined],
])("«%s» is the column %s", (name, key) => {
  expect(columnNamed(name)?.key).toBe(key);
});

it("names the database's columns as the file does", () => {
  expect(["old_price", "category_id", "category", "image"].map(headerOf)).toEqual([
    "Ancien prix",
    "Catégorie",
    "Catégorie",
    "image",
  ]);
});

it.each([
  ["12 500", "12500"],
  ["12\u202f500,00", "12500"],
  ["15 %", "15"],
  ["1.000", "1.000"],
  ["12,5", "12,5"],
  ["-3", "-3"],
  ["", ""],
])("reads the number %j as %j", (cell, value) => {
  expect(readOf("price", cell)).toBe(value);
});

it("says nothing of lists by an empty cell, and empties them by an empty list", () => {
  expect(readOf("features", " \n")).toBe("");
  expect(readOf("specifications", "")).toBe("");
  expect(readOf("features", "[]")).toEqual([]);
  expect(readOf("specifications", "{}")).toEqual({});
});

it("leaves to the database what is neither a list of values nor JSON", () => {
  expect(readOf("specifications", "750 W")).toBe("750 W");
  expect(readOf("specifications", "{Poids: 2 kg}")).toEqual({ "{Poids": "2 kg}" });
  expect(readOf("features", "[13 mm")).toEqual(["[13 mm"]);
});

it("gives every list and every specification back", () => {
  const words = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("[", "{", ":", '"', "\n", " ", "=", "'", "a") }),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1 }), (features) => {
      expect(readOf("features", cellOf("features", { features }))).toEqual(features);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(words, words, { minKeys: 1, noNullPrototype: true }), (specifications) => {
      expect(readOf("specifications", cellOf("specifications", { specifications }))).toEqual(specifications);
    }),
  );
});
