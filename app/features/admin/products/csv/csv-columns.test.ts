import fc from "fast-check";
import { expect, it } from "vitest";
import { type CsvProduct, csvColumns, findColumn, getColumnHeader } from "./csv-columns.ts";

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
  attributes: { puissance: 750, "sans-fil": false, longueur: 1.5 },
  more_info_url: "https://exemple.bf/perceuse",
  weight_grams: 1800,
  is_bulky: false,
  shelf: "A3",
  unit: "box",
  step_size: 1,
  minimum_quantity: 2,
  content_size: 1.44,
  content_unit: "square_metre",
  barcode: "6123456789012",
  videos: [{ title: "Le montage", url: "https://exemple.bf/montage" }],
  slug: "perceuse-a-percussion",
};

const formatCell = (key: string, value: Partial<CsvProduct> = {}) =>
  findColumn(key)?.format({ ...product, ...value }) ?? "";
const parseCell = (key: string, cell: string) => findColumn(key)?.parse(cell);

it("formats each value for a reader", () => {
  expect(csvColumns.map(({ header, format }) => [header, format(product)])).toEqual([
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
    ["Attributs", "puissance: 750\nsans-fil: non\nlongueur: 1,5"],
    ["Lien", "https://exemple.bf/perceuse"],
    ["Poids (g)", "1800"],
    ["Encombrant", "non"],
    ["Rayon", "A3"],
    ["Unité", "Carton"],
    ["Pas", "1"],
    ["Quantité minimale", "2"],
    ["Contenu", "1,44"],
    ["Unité du contenu", "m²"],
    ["Code-barres", '="6123456789012"'],
    ["Vidéos", "Le montage: https://exemple.bf/montage"],
    ["Variante", ""],
    ["Slug", "perceuse-a-percussion"],
  ]);
  expect(formatCell("more_info_url", { more_info_url: null })).toBe("");
  expect(csvColumns.map(({ key }) => key).filter((key) => key !== "variant")).toEqual(Object.keys(product));
});

it("takes attributes by their keys or names, with or without units", () => {
  const { attributes } = product;
  expect(parseCell("attributes", formatCell("attributes", { attributes }))).toEqual(attributes);
  expect(parseCell("attributes", "Diamètre: 32 mm\nÉtanche: oui\nCouleur: Gris clair")).toEqual({
    Diamètre: "32 mm",
    Étanche: true,
    Couleur: "Gris clair",
  });
  expect(parseCell("attributes", "")).toBe("");
  expect(parseCell("attributes", "gris")).toBe("gris");
});

it.each([
  ["0612", '="0612"'],
  ["6123456789012", '="6123456789012"'],
  ["12345678901", "12345678901"],
  ["0", "0"],
  ["PRK-750", "PRK-750"],
  ["=1+1", "'=1+1"],
  ['="0612"', `'="0612"`],
])("keeps the digits of the code %j in a spreadsheet, as %j", (code, cell) => {
  expect(formatCell("barcode", { barcode: code })).toBe(cell);
  expect(formatCell("reference", { reference: code })).toBe(cell);
  expect(parseCell("barcode", cell)).toBe(code);
});

it("takes videos by a title and an address", () => {
  const { videos } = product;
  expect(parseCell("videos", formatCell("videos", { videos }))).toEqual(videos);
  expect(parseCell("videos", "Montage : pas à pas : https://exemple.bf/a\n\n")).toEqual([
    { title: "Montage : pas à pas", url: "https://exemple.bf/a" },
  ]);
  expect(parseCell("videos", "")).toBe("");
  for (const cell of ["https://exemple.bf/a", "Montage: http://exemple.bf/a"])
    expect(parseCell("videos", cell)).toBe(cell);
});

it.each([
  ["Référence", "reference"],
  [" REFERENCE ", "reference"],
  ["old_price", "old_price"],
  ["Ancien prix (XOF)", "old_price"],
  ["PRIX F CFA", "price"],
  ["Prix (EUR)", undefined],
  ["Réduction (%)", "discount"],
  ["categorie", "category"],
  ["is_featured", "is_featured"],
  ["Couleur", undefined],
  ["", undefined],
])("«%s» is the column %s", (name, key) => {
  expect(findColumn(name)?.key).toBe(key);
});

it("maps the database's columns to the file's headers", () => {
  expect(["old_price", "category_id", "category", "image"].map(getColumnHeader)).toEqual([
    "Ancien prix",
    "Catégorie",
    "Catégorie",
    "image",
  ]);
});

it.each([
  ["12\u202f500,00", "12500"],
  ["1.250 F CFA", "1250"],
  ["12,5 F", "12,5 F"],
  ["-3", "-3"],
  ["", ""],
])("parses the price %j as %j", (cell, value) => {
  expect(parseCell("price", cell)).toBe(value);
});

it.each([
  ["12 500", "12500"],
  ["12\u202f500,00", "12500"],
  ["15 %", "15"],
  ["1.000", "1.000"],
  ["12,5", "12,5"],
  ["-3", "-3"],
  ["12 cartons ", "12 cartons"],
  ["", ""],
])("parses the number %j as %j", (cell, value) => {
  expect(parseCell("stock", cell)).toBe(value);
});

it("ignores an empty cell of a list, and empties the list for an empty JSON value", () => {
  expect(parseCell("features", " \n")).toBe("");
  expect(parseCell("specifications", "")).toBe("");
  expect(parseCell("features", "[]")).toEqual([]);
  expect(parseCell("specifications", "{}")).toEqual({});
});

it("passes a value that is neither a list nor JSON on to the database", () => {
  expect(parseCell("specifications", "750 W")).toBe("750 W");
  expect(parseCell("specifications", "{Poids: 2 kg}")).toEqual({ "{Poids": "2 kg}" });
  expect(parseCell("features", "[13 mm")).toEqual(["[13 mm"]);
});

it("round-trips every list and every specification", () => {
  const words = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("[", "{", ":", '"', "\n", " ", "=", "'", "a") }),
  );
  fc.assert(
    fc.property(fc.array(words, { minLength: 1 }), (features) => {
      expect(parseCell("features", formatCell("features", { features }))).toEqual(features);
    }),
  );
  fc.assert(
    fc.property(fc.dictionary(words, words, { minKeys: 1, noNullPrototype: true }), (specifications) => {
      expect(parseCell("specifications", formatCell("specifications", { specifications }))).toEqual(
        specifications,
      );
    }),
  );
});

it.each([
  ["Carton", "box"],
  ["cartons", "box"],
  ["m²", "square_metre"],
  ["M2", "square_metre"],
  ["Mètre", "metre"],
  ["kg", "kilogram"],
  ["box", "box"],
  ["pouce", "pouce"],
  ["", ""],
])("parses the unit «%s» as %s", (cell, unit) => {
  expect(parseCell("unit", cell)).toBe(unit);
});

it.each([
  ["1,44", 1.44],
  ["0.5", 0.5],
  ["", ""],
  ["1,4444", "1,4444"],
])("parses the amount %j as %j", (cell, value) => {
  expect(parseCell("content_size", cell)).toBe(value);
});
