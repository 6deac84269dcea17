import fc from "fast-check";
import { expect, it } from "vitest";
import type { CsvProduct } from "./csv-columns.ts";
import { buildProductsCsv, getExportLabel, type StoredProduct } from "./csv-export.ts";
import { parseProductsFile } from "./csv-import.ts";

it.each([
  [false, 255, "Exporter"],
  [true, 255, "Exporter les 255"],
  [true, 1, "Exporter ce produit"],
  [true, 0, "Exporter"],
  [true, null, "Exporter"],
])("labels the export button: filtered %s, total %s", (isFiltered, total, label) => {
  expect(getExportLabel(isFiltered, total)).toBe(label);
});

const texts = fc
  .string({ unit: fc.constantFrom('"', ";", "\n", "'", "=", "-", "[", "{", ":", " ", "a", "é") })
  .map((text) => text.trim());
const amount = fc.integer({ min: 1, max: 100_000_000 });

const product: fc.Arbitrary<CsvProduct> = fc.record({
  reference: fc.option(texts),
  // A line without any name is an empty line.
  name: texts.map((text) => `Article ${text}`),
  category: fc.option(fc.record({ slug: fc.constant("plomberie") })),
  price: amount,
  old_price: fc.option(amount),
  discount: fc.option(fc.integer({ min: 0, max: 100 })),
  stock: fc.nat(),
  is_new: fc.boolean(),
  is_featured: fc.boolean(),
  description: texts,
  features: fc.array(texts, { minLength: 1 }),
  attributes: fc.constant({ couleur: "gris", diametre: 32.5, etanche: true }),
  specifications: fc.dictionary(texts, texts, { minKeys: 1, noNullPrototype: true }),
  more_info_url: fc.constant(null),
  slug: fc.constant("article"),
  weight_grams: fc.option(amount),
  is_bulky: fc.boolean(),
  shelf: fc.constant(null),
  unit: fc.constantFrom("piece", "metre", "box"),
  step_size: fc.constantFrom(1, 0.5, 1.25),
  minimum_quantity: fc.integer({ min: 1, max: 10 }),
  content_size: fc.constantFrom(null, 1.44),
  content_unit: fc.constantFrom(null, "square_metre" as const),
  barcode: fc.option(texts),
  videos: fc.array(
    fc.record({
      title: texts.map((text) => `Vidéo ${text.replaceAll("\n", "")}`.trim()),
      url: fc.constantFrom("https://exemple.bf/a", "https://exemple.bf/b?v=1:2"),
    }),
    { minLength: 1 },
  ),
});

async function* paged(products: CsvProduct[]) {
  for (let start = 0; start < products.length; start += 2) yield products.slice(start, start + 2);
}

it("round-trips through an import", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 5 }), async (products) => {
      const { file, count } = await buildProductsCsv(paged(products), () => undefined);
      expect(count).toBe(products.length);
      const { rows, problems, ignoredColumns } = await parseProductsFile(
        new File([file], "x.csv"),
        () => undefined,
      );
      expect([problems, ignoredColumns]).toEqual([[], []]);
      expect(rows).toEqual(
        products.map((exported, index) => ({
          ...exported,
          line: index + 2,
          reference: exported.reference ?? "",
          category: exported.category?.slug ?? "",
          price: String(exported.price),
          old_price: String(exported.old_price ?? ""),
          discount: String(exported.discount ?? ""),
          stock: String(exported.stock),
          is_new: exported.is_new ? "oui" : "non",
          is_featured: exported.is_featured ? "oui" : "non",
          more_info_url: "",
          weight_grams: String(exported.weight_grams ?? ""),
          is_bulky: exported.is_bulky ? "oui" : "non",
          shelf: "",
          minimum_quantity: String(exported.minimum_quantity),
          content_size: exported.content_size ?? "",
          content_unit: exported.content_unit ?? "",
          barcode: exported.barcode ?? "",
        })),
      );
    }),
  );
});

it("starts with the byte order mark and the headers, and reports its progress", async () => {
  const one = fc.sample(product, 3);
  const counts: number[] = [];
  const { file } = await buildProductsCsv(paged(one), (count) => counts.push(count));
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toMatch(/^Référence;Nom;Catégorie;[^\r]*;Slug[;\r]/);
  expect(counts).toEqual([2, 3]);
});

it("writes a line for each variant, and the price and the stock on these lines only", async () => {
  const [sample] = fc.sample(product, 1);
  const tube: StoredProduct = {
    ...(sample ?? expect.fail()),
    name: "Tube",
    slug: "tube",
    product_options: [{ name: "Diamètre" }],
    product_variants: [
      {
        ...{ choices: ["20 mm"], reference: "TUB-20", barcode: null, price: 1500, old_price: 1800, stock: 4 },
        ...{ weight_grams: null, content_size: null },
      },
      {
        ...{ choices: ["25 mm"], reference: null, barcode: "0123", price: 1900, old_price: null, stock: 0 },
        ...{ weight_grams: 250, content_size: null },
      },
    ],
  };
  const { file, count } = await buildProductsCsv(paged([tube]), () => undefined);
  expect(count).toBe(1);
  const { rows, problems } = await parseProductsFile(new File([file], "x.csv"), () => undefined);
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([
    {
      ...{ name: "Tube", slug: "tube", reference: "", price: "", old_price: "", stock: "", barcode: "" },
      variants: [
        { line: 3, choices: [["Diamètre", "20 mm"]], reference: "TUB-20", price: "1500", old_price: "1800" },
        { line: 4, choices: [["Diamètre", "25 mm"]], barcode: "0123", price: "1900", weight_grams: "250" },
      ],
    },
  ]);
});
