/** Search suggestions: they tolerate missing accents, capitals and small mistakes, and find references. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  const owner = backend.database.connect("postgres");
  const products = [
    { name: "Perceuse à percussion 750 W", reference: "SAH-PER-750", stock: 4 },
    { name: "Perceuse à percussion 600 W", reference: "SAH-PER-600", stock: 0 },
    { name: "Câble électrique 2,5 mm²", reference: "VOL-CAB-25", stock: 9 },
    { name: "Robinet de puisage laiton", reference: "AQU-ROB-12", stock: 9 },
    { name: "Tube PVC Ø 32", reference: null, stock: 9 },
  ];
  for (const [index, row] of products.entries()) {
    await owner`insert into public.products ${owner({ ...row, slug: `article-${index}`, price: 1000 })}`;
  }
});
afterAll(() => backend.close());

async function suggestNames(query: string): Promise<string[]> {
  const { data, error } = await backend.client().rpc("suggest_products", { query }).select("name");
  expect(error).toBeNull();
  return (data ?? []).map(({ name }) => name);
}

describe("suggest_products", () => {
  it.each([
    ["accents left out", "cable electrique", "Câble électrique 2,5 mm²"],
    ["accents put in", "röbinét", "Robinet de puisage laiton"],
    ["capitals", "ROBINET", "Robinet de puisage laiton"],
    ["a letter too many", "robinnet", "Robinet de puisage laiton"],
    ["a letter too few", "robiet", "Robinet de puisage laiton"],
    ["a wrong letter", "perseuse", "Perceuse à percussion 750 W"],
    ["words in another order", "percussion perceuse", "Perceuse à percussion 750 W"],
    ["the beginning of a word", "perc", "Perceuse à percussion 750 W"],
    ["a reference", "aqu-rob-12", "Robinet de puisage laiton"],
    ["the beginning of a reference", "SAH-PER", "Perceuse à percussion 750 W"],
  ])("tolerates %s", async (_what, query, name) => {
    expect((await suggestNames(query))[0]).toBe(name);
  });

  it("puts the matching reference first", async () => {
    expect((await suggestNames("SAH-PER-600"))[0]).toBe("Perceuse à percussion 600 W");
  });

  it("puts products in stock before those that are sold out", async () => {
    expect(await suggestNames("perceuse")).toEqual([
      "Perceuse à percussion 750 W",
      "Perceuse à percussion 600 W",
    ]);
  });

  it("requires every word", async () => {
    expect(await suggestNames("perceuse robinet")).toEqual([]);
  });

  it.each(["", " ", "p", "%", "zzzzzz", "'; drop table products; --", "\\", "((("])(
    "finds nothing for «%s»",
    async (query) => {
      expect(await suggestNames(query)).toEqual([]);
    },
  );

  it("handles a very long query", async () => {
    expect(await suggestNames("perceuse ".repeat(2000))).toContain("Perceuse à percussion 750 W");
  });

  it("narrows the search with its index", async () => {
    const owner = backend.database.connect("postgres");
    const plan = await owner.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select from public.products where search_text like '%perceuse%'`;
    });
    expect(JSON.stringify(plan)).toContain("products_search_text_idx");
  });
});
