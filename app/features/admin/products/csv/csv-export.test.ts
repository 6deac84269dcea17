import fc from "fast-check";
import { expect, it } from "vitest";
import type { CsvProduct } from "./csv-columns.ts";
import { buildProductsCsv, getExportLabel } from "./csv-export.ts";
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
  specifications: fc.dictionary(texts, texts, { minKeys: 1, noNullPrototype: true }),
  more_info_url: fc.constant(null),
  slug: fc.constant("article"),
  weight_grams: fc.option(amount),
  is_bulky: fc.boolean(),
  shelf: fc.constant(null),
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
  expect(new TextDecoder().decode(bytes)).toMatch(/^Référence;Nom;Catégorie;.*;Slug\r\n/);
  expect(counts).toEqual([2, 3]);
});
