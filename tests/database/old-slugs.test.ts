/** The former addresses of products, categories, technicians and brands. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const TABLES = {
  products: { table: "products", columns: "name, slug, price", values: "'A', $1, 100" },
  categories: { table: "categories", columns: "name, slug", values: "'A', $1" },
  brands: { table: "brands", columns: "name, slug", values: "'A', $1" },
  // Through the view, as administrators write.
  technicians: {
    table: "technicians",
    columns: "name, slug, specialty, specialty_slug, description",
    values: "'A', $1, 'B', 'b', 'C'",
  },
} as const;
type Kind = keyof typeof TABLES;

let database: TestDatabase;
let admin: Sql;
let api: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
});
afterAll(() => database.drop());

async function create(kind: Kind, slug: string): Promise<string> {
  const { table, columns, values } = TABLES[kind];
  const [row] = await admin.unsafe(
    `insert into public.${table} (${columns}) values (${values}) returning id`,
    [slug],
  );
  return row?.id;
}

async function rename(kind: Kind, from: string, to: string): Promise<void> {
  const result = await admin.unsafe(`update public.${TABLES[kind].table} set slug = $2 where slug = $1`, [
    from,
    to,
  ]);
  expect(result.count).toBe(1);
}

const remove = (kind: Kind, slug: string) =>
  admin.unsafe(`delete from public.${TABLES[kind].table} where slug = $1`, [slug]);

/** As a visitor's page asks. */
async function findCurrent(kind: Kind, slug: string): Promise<string | null> {
  const [row] = await runAs(
    api,
    visitor,
    (tx) => tx<{ slug: string | null }[]>`select find_current_slug(${kind}, ${slug}) as slug`,
  );
  return row?.slug ?? null;
}

describe.each(["products", "categories", "technicians", "brands"] as const)("%s", (kind) => {
  it("are found by each of their former slugs, in a chain and after a return", async () => {
    await create(kind, "un");
    expect(await findCurrent(kind, "un")).toBeNull();
    await rename(kind, "un", "deux");
    await rename(kind, "deux", "trois");
    expect(await findCurrent(kind, "un")).toBe("trois");
    expect(await findCurrent(kind, "deux")).toBe("trois");
    await rename(kind, "trois", "un");
    expect(await findCurrent(kind, "deux")).toBe("un");
    expect(await findCurrent(kind, "trois")).toBe("un");
    await remove(kind, "un");
    expect(await findCurrent(kind, "deux")).toBeNull();
    expect(await admin`select from private.old_slugs where kind = ${kind}`).toHaveLength(0);
  });

  it("have a slug that another row had: its former address is theirs from then on", async () => {
    await create(kind, "porte");
    await rename(kind, "porte", "porte-bois");
    await create(kind, "porte");
    await rename(kind, "porte", "porte-fer");
    expect(await findCurrent(kind, "porte")).toBe("porte-fer");
    await remove(kind, "porte-fer");
    expect(await findCurrent(kind, "porte")).toBeNull();
    await remove(kind, "porte-bois");
  });
});

it("tells the kinds apart", async () => {
  await create("products", "robinet");
  await create("categories", "robinet");
  await rename("categories", "robinet", "robinets");
  expect(await findCurrent("products", "robinet")).toBeNull();
  expect(await findCurrent("categories", "robinet")).toBe("robinets");
});

it("is not told by any other column, or by a slug that stays", async () => {
  await create("products", "stable");
  await admin`update products set slug = 'stable', name = 'B' where slug = 'stable'`;
  await admin`update products set stock = 4 where slug = 'stable'`;
  expect(await admin`select from private.old_slugs where slug = 'stable'`).toHaveLength(0);
});

it("a name in another script has a slug, one of signs alone has none", async () => {
  const free = async (kind: string, name: string) =>
    (await admin<{ slug: string | null }[]>`select free_slug(${kind}, ${name}) as slug`)[0]?.slug;
  await create("products", "produit");
  expect(await free("products", "电钻")).toBe("produit-2");
  expect(await free("categories", "مسامير")).toBe("categorie");
  expect(await free("technicians", "Ольга")).toBe("technicien");
  expect(await free("products", "???")).toBeNull();
});
