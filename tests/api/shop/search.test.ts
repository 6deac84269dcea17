/**
 * The one search of products: the documented search (a part of the name) first, then the forgiving one. Suggestions,
 * catalogue, admin lists and the admin's header find the same products in the same order.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCatalog } from "#app/features/catalog/catalog.queries.ts";
import { parseCatalogFilters } from "#app/features/catalog/listing/catalog-filters.ts";
import { listNearProducts, suggestProducts } from "#app/features/catalog/listing/search.queries.ts";
import type { Database } from "#app/lib/supabase/database.types.ts";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

let backend: TestBackend;
let owner: Sql;
let client: PostgrestClient<Database>;
const categories = { outils: "", plomberie: "" };
beforeAll(async () => {
  backend = await startTestBackend();
  owner = backend.database.connect("postgres");
  client = new PostgrestClient<Database>("http://shop.test/rest/v1", {
    headers: { apikey: backend.keys.anonKey },
    fetch: (input, init) => backend.fetch(input, init),
  });
  for (const slug of ["outils", "plomberie"] as const) {
    const [row] = await owner<{ id: string }[]>`
      insert into public.categories (name, slug) values (${slug}, ${slug}) returning id`;
    categories[slug] = row?.id ?? "";
  }
  // The oldest first.
  const products = [
    { name: "Perceuse à percussion ProKraft 750 W", reference: "SAH-PER-750", category: "outils" },
    { name: "Perceuse à percussion Sahel 600 W", reference: "SAH-PER-600", category: "outils" },
    { name: "Foret pour perceuse", reference: "M8", category: "outils" },
    { name: "Câble électrique 2,5 mm²", reference: "VOL-CAB-25", category: "outils" },
    { name: "Cable de frein", reference: null, category: "outils" },
    { name: "Câble coaxial", reference: null, category: "outils" },
    { name: "Robinet de puisage laiton", reference: "AQU-ROB-12", category: "plomberie" },
    { name: "Tube PVC Ø 32", reference: null, category: "plomberie" },
    { name: "Boulon M8 x 16", reference: null, category: "outils" },
    { name: "Écrou M8", reference: null, category: "outils" },
    { name: "Rabot 50%", reference: "A_B", category: "outils" },
    { name: "Marteau 🔨 arrache-clou", reference: null, category: "outils" },
  ] as const;
  for (const [index, { category, ...row }] of products.entries()) {
    await owner`insert into public.products ${owner({
      ...row,
      slug: `article-${index}`,
      price: 1000 * (index + 1),
      stock: index % 3,
      category_id: categories[category],
      created_at: new Date(Date.UTC(2026, 0, 1 + index)),
    })}`;
  }
});
afterAll(() => backend.close());

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const suggest = async (query: string, category: string | null = null) =>
  names(await suggestProducts(client, query, category, 20));
async function list(query: string, category: string | null = null, others = "") {
  const filters = parseCatalogFilters(new URLSearchParams(`search=${encodeURIComponent(query)}${others}`));
  const { page } = await listCatalog(client, filters, category);
  if (!page.ok) throw new Error(`«${query}» could not be read.`);
  return page.value;
}

describe("the search of products", () => {
  it.each([
    ["accents left out", "cable electrique", "Câble électrique 2,5 mm²"],
    ["accents put in", "röbinét", "Robinet de puisage laiton"],
    ["capitals", "ROBINET", "Robinet de puisage laiton"],
    ["a letter too many", "robinnet", "Robinet de puisage laiton"],
    ["a letter too few", "robiet", "Robinet de puisage laiton"],
    ["a wrong letter", "perseuse percussion 600", "Perceuse à percussion Sahel 600 W"],
    ["words in another order", "percussion perceuse 750", "Perceuse à percussion ProKraft 750 W"],
    ["a kind and a brand", "perceuse prokraft", "Perceuse à percussion ProKraft 750 W"],
    ["a reference", "aqu-rob-12", "Robinet de puisage laiton"],
    ["the beginning of a reference", "vol-cab", "Câble électrique 2,5 mm²"],
    ["a part of a word", "oaxi", "Câble coaxial"],
  ])("tolerates %s", async (_what, query, name) => {
    expect((await suggest(query))[0]).toBe(name);
  });

  it("puts the documented matches first: as they are written, the best match, what is in stock, the newest", async () => {
    expect(await suggest("cable")).toEqual(["Cable de frein", "Câble coaxial", "Câble électrique 2,5 mm²"]);
    expect(await suggest("câble")).toEqual(["Câble coaxial", "Câble électrique 2,5 mm²", "Cable de frein"]);
    // The name, then the reference.
    expect(await suggest("m8")).toEqual(["Boulon M8 x 16", "Écrou M8", "Foret pour perceuse"]);
    expect((await suggest("perceuse")).at(-1)).toBe("Foret pour perceuse");
  });

  it("puts the matching reference first, however it is written", async () => {
    expect((await suggest("sah-per-600"))[0]).toBe("Perceuse à percussion Sahel 600 W");
    expect((await suggest("SAH-PER-750"))[0]).toBe("Perceuse à percussion ProKraft 750 W");
  });

  it("requires every word, unless no product has them all", async () => {
    expect(await suggest("perceuse prokraft")).toEqual(["Perceuse à percussion ProKraft 750 W"]);
    const drills = ["Perceuse à percussion ProKraft 750 W", "Perceuse à percussion Sahel 600 W"];
    expect((await suggest("perceuse robinet")).toSorted()).toEqual(drills);
    // «frein» is in a name that does not begin with it.
    expect((await suggest("frein perceuse")).toSorted()).toEqual(drills);
    const { data } = await client.rpc("get_search_answer", { query: "frein perceuse" }).throwOnError();
    expect(data).toEqual([{ answered: "perceuse", is_mention: false }]);
  });

  it.each(["M8", "16", "Ø 32", "a_b", "50%"])("finds two letters and signs: %s", async (query) => {
    expect(await suggest(query)).not.toEqual([]);
  });

  const queries = [
    ...[
      "cable",
      "câble",
      "perceuse",
      "perceuse prokraft",
      "prokraft perceuse",
      "perceuse bosch",
      "perceuse et robinet",
      "robinnet",
      "m8",
      "16",
      "50%",
      "_",
      "%",
    ],
    ...[
      "\\",
      "'; drop table products; --",
      "🔨",
      "🔨🔨",
      "(((",
      "a",
      "SAH-PER",
      "e".repeat(10_000),
      "vis ".repeat(3000),
    ],
    ...[
      "perceuse ".repeat(2000),
      "zzzzzz",
      "\t m8",
      "tube pvc 32",
      "$1 %L {a,b}",
      "de la pour avec",
      "'; select pg_sleep(9) --",
      "a & b | !c:* <-> 'd'",
      "12mm",
      "Ø".repeat(5000),
      "Ã©",
      "perceuse à percussion sahel 600 W",
    ],
  ];

  it.each(queries.map((query) => [query.slice(0, 40), query]))(
    "has the same products in the same order everywhere, the documented ones first: «%s»",
    async (_shown, query) => {
      const page = await list(query);
      const found = names(page.products);
      expect(page).toMatchObject({ total: found.length, isExact: true });
      const suggestions = await suggest(query);
      if (suggestions.length > 0) expect(suggestions).toEqual(found);
      const { search } = parseCatalogFilters(new URLSearchParams({ search: query }));
      const escaped = search.replace(/[\\%_]/g, "\\$&").replaceAll("*", "\\*");
      const { data } = await client
        .from("products")
        .select("name")
        .ilike("name", `%${escaped}%`)
        .throwOnError();
      expect(found.slice(0, data.length).toSorted()).toEqual(names(data).toSorted());
    },
  );

  it.each(["cable", "perceuse", "percuse", "m8", "robinet", "a", "perceuse bosch", "perceuse et robinet"])(
    "in a category or with other filters leaves out and does not reorder: %s",
    async (query) => {
      const all = await list(query);
      for (const [category, filters] of [
        [categories.outils, ""],
        [categories.plomberie, ""],
        [null, "&inStock=true"],
        [categories.outils, "&minPrice=2000&maxPrice=9000"],
      ] as const) {
        const filtered = await list(query, category, filters);
        const left = new Set(filtered.products.map(({ id }) => id));
        expect(filtered.products).toEqual(all.products.filter(({ id }) => left.has(id)));
        expect(filtered.total).toBe(filtered.products.length);
        if (!filters)
          expect(await suggest(query, category)).toEqual(query === "a" ? [] : names(filtered.products));
      }
    },
  );

  it.each(["", " ", "p", "%", "zzzzzz", "'; drop table products; --", "\\", "((("])(
    "suggests nothing for «%s»",
    async (query) => {
      expect(await suggest(query)).toEqual([]);
    },
  );

  it("is paged without gaps", async () => {
    const { data: all } = await client.rpc("search_products", { query: "e" }).select("id").throwOnError();
    const paged = [];
    for (let offset = 0; offset < all.length; offset += 3) {
      const args = { query: "e", row_offset: offset, row_limit: 3 };
      paged.push(...(await client.rpc("search_products", args).select("id").throwOnError()).data);
    }
    expect(all.length).toBeGreaterThan(6);
    expect(paged).toEqual(all);
    for (const args of [
      { query: "e", row_offset: -5, row_limit: -1 },
      { query: "e", row_offset: 2_000_000_000, row_limit: 2_000_000_000 },
    ]) {
      expect((await client.rpc("search_products", args)).data).toEqual([]);
    }
  });

  it("has near matches for what nothing contains", async () => {
    const near = async (query: string) => names(await listNearProducts(client, query, 8));
    expect((await near("perceuse robinet"))[0]).toMatch(/erceuse|Robinet/);
    expect((await near("robinet mitigeur cuisine"))[0]).toBe("Robinet de puisage laiton");
    // What only the filters exclude is near.
    expect(await near("robinet")).toEqual(["Robinet de puisage laiton"]);
    for (const query of ["zzzzzz", "", "🔨", "%", "é".repeat(10_000)]) {
      expect((await client.rpc("list_near_products", { query })).data).toEqual([]);
    }
  });

  it("narrows the search with its index", async () => {
    const plan = await owner.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx`explain select from public.products where search_text like '%perceuse%'`;
    });
    expect(JSON.stringify(plan)).toContain("products_search_text_idx");
  });
});
