/** The brands and their products, which the specification «Marque» names. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`delete from public.products`;
  await admin`delete from public.brands`;
});

const createBrand = (name: string, slug: string | null = null) =>
  admin`insert into public.brands (name, slug) values (${name}, ${slug})`;
const createProduct = (slug: string, brand: string) => admin`
  insert into public.products (name, slug, price, specifications)
  values (${slug}, ${slug}, 100, ${admin.json({ Marque: brand })})`;

async function listBrands() {
  const rows = await admin<{ slug: string; products: string | null }[]>`
    select b.slug, (
      select string_agg(p.slug, ',' order by p.slug) from public.products p where p.brand_key = b.name_key
    ) as products
    from public.brands b order by b.slug`;
  return rows.map(({ slug, products }) => [slug, products]);
}

it("a brand has the products whose specification names it, however it is written", async () => {
  await createBrand(" Voltéa ");
  await createProduct("prise", "VOLTEA");
  await createProduct("cable", "Voltéa");
  await createProduct("scie", "Autre");
  expect(await listBrands()).toEqual([["voltea", "cable,prise"]]);
});

it("a brand without a slug gets one from its name that no other has", async () => {
  await createBrand("Voltéa");
  await createBrand("Volt-ea");
  await createBrand("Volt éa");
  await createBrand("沃尔特");
  await createBrand("Autre", "a-part");
  expect((await listBrands()).map(([slug]) => slug)).toEqual([
    "a-part",
    "marque",
    "volt-ea",
    "volt-ea-2",
    "voltea",
  ]);
});

it("a brand that is renamed takes its products along, but not those of a namesake", async () => {
  await createBrand("Voltea");
  await createProduct("prise", "Voltéa");
  await admin`update public.brands set name = 'Volta Énergie' where slug = 'voltea'`;
  const [product] = await admin`select specifications, brand_key from public.products`;
  expect(product).toEqual({ specifications: { Marque: "Volta Énergie" }, brand_key: "volta-energie" });
  expect(await listBrands()).toEqual([["voltea", "prise"]]);

  await createBrand("Volta energie", "double");
  await admin`update public.brands set name = 'Tout autre' where slug = 'double'`;
  expect(await listBrands()).toEqual([
    ["double", null],
    ["voltea", "prise"],
  ]);
});
