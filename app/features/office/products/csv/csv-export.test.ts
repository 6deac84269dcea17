import fc from "fast-check";
import { expect, it } from "vitest";
import type { CsvProduct } from "./csv-columns.ts";
import { exportLabel, writeProductsCsv } from "./csv-export.ts";
import { readProductsFile } from "./csv-import.ts";

it.each([
  [false, 255, "Exporter"],
  [true, 255, "Exporter les 255"],
  [true, 1, "Exporter ce produit"],
  [true, 0, "Exporter"],
  [true, null, "Exporter"],
])("says what is exported: %s, %s", (isFiltered, total, label) => {
  expect(exportLabel(isFiltered, total)).toBe(label);
});

const words = fc
  .string({ unit: fc.constantFrom('"', ";", "\n", "'", "=", "-", "[", "{", ":", " ", "a", "é") })
  .map((text) => text.trim());
const amount = fc.integer({ min: 1, max: 100_000_000 });

const product: fc.Arbitrary<CsvProduct> = fc.record({
  reference: fc.option(words),
  // A line without any name at all is an empty one.
  name: words.map((text) => `Article ${text}`),
  category: fc.option(fc.record({ slug: fc.constant("plomberie") })),
  price: amount,
  old_price: fc.option(amount),
  discount: fc.option(fc.integer({ min: 0, max: 100 })),
  stock: fc.nat(),
  is_new: fc.boolean(),
  is_featured: fc.boolean(),
  description: words,
  features: fc.array(words, { minLength: 1 }),
  specifications: fc.dictionary(words, words, { minKeys: 1, noNullPrototype: true }),
  more_info_url: fc.constant(null),
  slug: fc.constant("article"),
});

async function* paged(products: CsvProduct[]) {
  for (let start = 0; start < products.length; start += 2) yield products.slice(start, start + 2);
}

it("writes what an import reads as the same values", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 5 }), async (products) => {
      const { file, count } = await writeProductsCsv(paged(products), () => undefined);
      expect(count).toBe(products.length);
      const { rows, problems, ignored } = await readProductsFile(new File([file], "x.csv"), () => undefined);
      expect([problems, ignored]).toEqual([[], []]);
      expect(rows).toEqual(
        products.map((sent, index) => ({
          ...sent,
          line: index + 2,
          reference: sent.reference ?? "",
          category: sent.category?.slug ?? "",
          price: String(sent.price),
          old_price: String(sent.old_price ?? ""),
          discount: String(sent.discount ?? ""),
          stock: String(sent.stock),
          is_new: sent.is_new ? "oui" : "non",
          is_featured: sent.is_featured ? "oui" : "non",
          more_info_url: "",
        })),
      );
    }),
  );
});

it("begins with the mark of UTF-8 and the headers, and says how far it is", async () => {
  const one = fc.sample(product, 3);
  const counts: number[] = [];
  const { file } = await writeProductsCsv(paged(one), (count) => counts.push(count));
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toMatch(/^Référence;Nom;Catégorie;.*;Slug\r\n/);
  expect(counts).toEqual([2, 3]);
});
