/** Attributes: which values products take, by which facets they are found, and what a change of an attribute does. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createAdministratorActor, runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let fatou: Actor;
let tubes: string;
let tools: string;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator", 4);
  fatou = await createAdministratorActor(admin, "fatou@exemple.bf");
});
afterAll(() => database.drop());
beforeEach(async () => {
  await admin`delete from public.products`;
  await admin`delete from public.attributes`;
  await admin`delete from public.categories`;
  const rows = await admin<{ id: string }[]>`
    insert into public.categories (name, slug) values ('Tubes', 'tubes'), ('Outils', 'outils') returning id`;
  [tubes, tools] = rows.map(({ id }) => id) as [string, string];
  await saveAttribute({ name: "Diamètre", kind: "number", unit: "mm", minimum: 5, maximum: 500 }, [tubes]);
  await saveAttribute(
    { name: "Couleur", kind: "choice", choices: [{ name: "Gris" }, { name: "Bleu clair" }] },
    [tubes, tools],
  );
  await saveAttribute({ name: "Étanche", kind: "boolean" }, [tubes]);
});

async function saveAttribute(attribute: object, categories: string[]): Promise<string> {
  const id = crypto.randomUUID();
  await runAs(
    api,
    fatou,
    (tx) =>
      tx`select public.save_attribute(${tx.json({ id, ...attribute } as never)}, ${categories}::uuid[])`,
  );
  return id;
}

let made = 0;
async function addProduct(
  attributes: object,
  { category = tubes, price = 1000, brand = "" } = {},
): Promise<string> {
  made += 1;
  const slug = `produit-${made}`;
  const specifications = brand ? { Marque: brand } : {};
  await runAs(
    api,
    fatou,
    (tx) => tx`
      insert into public.products (name, slug, price, category_id, attributes, specifications)
      values (${slug}, ${slug}, ${price}, ${category}, ${tx.json(attributes as never)}, ${tx.json(specifications)})`,
  );
  return slug;
}

async function readProduct(slug: string) {
  const [row] = await admin<{ attributes: object; facet_keys: string[] }[]>`
    select attributes, facet_keys from public.products where slug = ${slug}`;
  return row;
}

const listFaceted = async (facets: string[], conditions: { category?: string; max_price?: number } = {}) => {
  const rows = await runAs(
    api,
    visitor,
    (tx) => tx<{ slug: string }[]>`
      select p.slug from public.list_faceted_products(
        ${facets}::text[], category => ${conditions.category ?? null}, max_price => ${conditions.max_price ?? null}
      ) f (id) join public.products p using (id) order by p.slug`,
  );
  return rows.map(({ slug }) => slug);
};

async function countFacets(facets: string[] = []): Promise<Record<string, Record<string, number>>> {
  const rows = await runAs(
    api,
    visitor,
    (tx) => tx<{ key: string; options: { value: string; total: number }[] }[]>`
      select key, options from public.list_facets(category => ${tubes}, facets => ${facets}::text[])`,
  );
  return Object.fromEntries(
    rows.map(({ key, options }) => [
      key,
      Object.fromEntries(options.map(({ value, total }) => [value, total])),
    ]),
  );
}

describe("the values of a product", () => {
  it("are stored in one way, however they are written", async () => {
    const slug = await addProduct(
      { Diamètre: "32 mm", couleur: "Bleu clair", étanche: "oui" },
      { brand: "Aqua Nova" },
    );
    expect(await readProduct(slug)).toEqual({
      attributes: { diametre: 32, couleur: "bleu-clair", etanche: true },
      facet_keys: ["couleur:bleu-clair", "diametre:32", "etanche:oui", "marque:aqua-nova"],
    });
  });

  it.each([
    [{ Diamètre: "32 cm" }, "« Diamètre » est un nombre en mm de 5 à 500"],
    [{ Diamètre: 501 }, "« Diamètre » est un nombre en mm de 5 à 500"],
    [{ Diamètre: "beaucoup" }, "« Diamètre » est un nombre en mm de 5 à 500"],
    [{ Couleur: "mauve" }, "« mauve » n'est pas dans la liste de « Couleur »"],
    [{ Étanche: "peut-être" }, "« Étanche » se répond par oui ou par non"],
    [{ Poids: 12 }, "L'attribut « Poids » n'existe pas"],
  ])("refuses %j", async (attributes, message) => {
    await expect(addProduct(attributes)).rejects.toMatchObject({ code: "YA007", message });
  });

  it("refuses an attribute that does not count for the category", async () => {
    await expect(addProduct({ Diamètre: 32 }, { category: tools })).rejects.toMatchObject({
      message: "L'attribut « Diamètre » ne vaut pas pour cette catégorie",
    });
  });

  it("leaves values behind when the product moves to a category without them", async () => {
    const slug = await addProduct({ Diamètre: 32, Couleur: "Gris" });
    await admin`update public.products set category_id = ${tools} where slug = ${slug}`;
    expect(await readProduct(slug)).toEqual({
      attributes: { couleur: "gris" },
      facet_keys: ["couleur:gris"],
    });
  });

  it("are those of its variants too, where an option has the name of the attribute", async () => {
    const slug = await addProduct({ Couleur: "Gris" });
    await admin`
      insert into public.product_options (product_id, position, name, choices)
      select id, 1, 'diamètre', '{20 mm,25 mm,sur mesure}' from public.products where slug = ${slug}`;
    expect(await readProduct(slug)).toEqual({
      attributes: { couleur: "gris" },
      facet_keys: ["couleur:gris", "diametre:20", "diametre:25"],
    });
    await admin`delete from public.product_options`;
    expect(await readProduct(slug)).toMatchObject({ facet_keys: ["couleur:gris"] });
  });

  it("are checked by the form before it saves", async () => {
    const slug = await addProduct({});
    const [product] = await admin`select to_jsonb(p) as p from public.products p where slug = ${slug}`;
    const [checked] = await admin`
      select private.validate_product(${admin.json({ ...product?.p, attributes: { Couleur: "mauve" } })}, null) as problems`;
    expect(checked?.problems).toEqual([
      { column: "attributes", message: "« mauve » n'est pas dans la liste de « Couleur »" },
    ]);
  });

  it("stay where they are when an order takes stock: the row changes without its indexes", async () => {
    const slug = await addProduct({ Diamètre: 32 }, { brand: "Aquanova" });
    await admin`update public.products set stock = 50 where slug = ${slug}`;
    await admin`vacuum public.products`;
    const countHot = async () => {
      await admin`select pg_stat_force_next_flush()`;
      const [row] =
        await admin`select n_tup_hot_upd as hot from pg_stat_user_tables where relname = 'products'`;
      return Number(row?.hot);
    };
    const before = await countHot();
    await admin`update public.products set stock = stock - 1 where slug = ${slug}`;
    await expect.poll(countHot).toBe(before + 1);
  });
});

describe("facets", () => {
  beforeEach(async () => {
    made = 0;
    await addProduct({ Diamètre: 32, Couleur: "Gris" }, { brand: "Aquanova" });
    await addProduct({ Diamètre: 40, Couleur: "Gris" }, { brand: "Aquanova", price: 2000 });
    await addProduct({ Diamètre: 40, Couleur: "Bleu clair" }, { brand: "Voltéa" });
    await addProduct({ Diamètre: 100.5, Étanche: false });
  });

  it("join the values of one with or, and facets with and", async () => {
    expect(await listFaceted(["diametre:32", "diametre:40"])).toEqual([
      "produit-1",
      "produit-2",
      "produit-3",
    ]);
    expect(await listFaceted(["diametre:32", "diametre:40", "couleur:gris"])).toEqual([
      "produit-1",
      "produit-2",
    ]);
    expect(await listFaceted(["marque:voltea"])).toEqual(["produit-3"]);
    expect(await listFaceted(["couleur:gris"], { category: tubes, max_price: 1500 })).toEqual(["produit-1"]);
    expect(await listFaceted(["couleur:gris"], { category: tools })).toEqual([]);
  });

  it("take ranges of numbers", async () => {
    expect(await listFaceted(["diametre:35-100.5"])).toEqual(["produit-2", "produit-3", "produit-4"]);
    expect(await listFaceted(["diametre:-39.9"])).toEqual(["produit-1"]);
    expect(await listFaceted(["diametre:33-", "diametre:-50"])).toEqual(["produit-2", "produit-3"]);
    expect(await listFaceted(["diametre:33-39"])).toEqual([]);
  });

  it("that do not exist filter nothing, and are named", async () => {
    const invented = [
      "poids:3",
      "couleur:mauve",
      "n'importe quoi",
      "diametre:-",
      "diametre:33",
      "etanche:oui",
    ];
    expect(await listFaceted(invented)).toHaveLength(4);
    const unknown = await runAs(
      api,
      visitor,
      (tx) => tx<{ item: string }[]>`select public.list_unknown_facets(${invented}::text[]) as item`,
    );
    expect(unknown.map(({ item }) => item)).toEqual([...invented].sort());
  });

  it("count the products of each value that meet the other facets", async () => {
    expect(await countFacets()).toEqual({
      marque: { aquanova: 2, voltea: 1 },
      diametre: { "32": 1, "40": 2, "100.5": 1 },
      couleur: { gris: 2, "bleu-clair": 1 },
    });
    expect(await countFacets(["couleur:gris"])).toEqual({
      couleur: { gris: 2, "bleu-clair": 1 },
      diametre: { "32": 1, "40": 1 },
    });
    expect(await countFacets(["couleur:bleu-clair", "diametre:32"])).toEqual({
      couleur: { gris: 1, "bleu-clair": 0 },
      diametre: { "32": 0, "40": 1 },
    });
  });

  it("are estimated from a sample where a large shop has many, and counted where it has few", async () => {
    // What decides is the number of products that the last analysis found.
    const setSize = (size: number) =>
      admin`update pg_class set reltuples = ${size} where oid = 'public.products'::regclass`;
    await setSize(20_001);
    try {
      expect(await countFacets(["couleur:gris"])).toEqual({
        couleur: { gris: 2, "bleu-clair": 1 },
        diametre: { "32": 1, "40": 1 },
      });
      expect(await listFaceted(["couleur:gris"])).toEqual(["produit-1", "produit-2"]);
      const [sampled] = await admin`
        select s.read, s.totals, cardinality(s.ids) as ids, s.counts
        from private.count_facet_sets(
          'tablesample system (100)', 'true', '{couleur}', array['facet_keys && ''{couleur:gris}'''], 'id', 1) s`;
      expect(sampled).toEqual({
        read: 4,
        totals: [2, 4],
        ids: 1,
        counts: {
          "couleur:gris": 2,
          "couleur:bleu-clair": 1,
          "diametre:32": 1,
          "diametre:40": 1,
          "marque:aquanova": 2,
        },
      });
    } finally {
      await setSize(4);
    }
  });

  it("are counted for a total too", async () => {
    const [count] = await runAs(
      api,
      visitor,
      (tx) => tx`select * from public.count_products(facets => ${["couleur:gris"]}::text[])`,
    );
    expect(count).toEqual({ total: 2, is_exact: true });
  });
});

describe("an attribute that changes", () => {
  const update = async (name: string, changes: object) => {
    const [row] = await admin<{ row: object; updated_at: string; categories: string[] }[]>`
      select to_jsonb(a) as row, a.updated_at::text, array(
        select c.category_id from public.attribute_categories c where c.attribute_id = a.id
      ) as categories from public.attributes a where name = ${name}`;
    await runAs(
      api,
      fatou,
      (tx) => tx`
        select public.save_attribute(
          ${tx.json({ ...row?.row, ...changes } as never)}, ${row?.categories ?? []}::uuid[], ${row?.updated_at ?? ""}::text::timestamptz
        )`,
    );
  };

  it("keeps the products of a choice that is renamed, and refuses to lose one that products have", async () => {
    const slug = await addProduct({ Couleur: "Gris" });
    await update("Couleur", { choices: [{ key: "gris", name: "Gris perle" }, { name: "Rouge" }] });
    expect(await readProduct(slug)).toMatchObject({ attributes: { couleur: "gris" } });
    await expect(update("Couleur", { choices: [{ name: "Rouge" }] })).rejects.toMatchObject({
      message:
        "Des produits ont encore le choix « Gris perle » : renommez-le, ou changez d'abord ces produits",
    });
  });

  it("keeps values that its new range would refuse, until they change", async () => {
    const slug = await addProduct({ Diamètre: 400 });
    await update("Diamètre", { maximum: 100 });
    await admin`update public.products set attributes = attributes || '{"couleur": "gris"}' where slug = ${slug}`;
    expect(await readProduct(slug)).toMatchObject({ attributes: { diametre: 400, couleur: "gris" } });
    await expect(
      admin`update public.products set attributes = '{"diametre": 401}' where slug = ${slug}`,
    ).rejects.toMatchObject({ code: "YA007" });
  });

  it("is not another type", async () => {
    await expect(
      admin`update public.attributes set kind = 'boolean', unit = null, minimum = null, maximum = null where name = 'Diamètre'`,
    ).rejects.toMatchObject({ message: "Le type d'un attribut ne change pas : créez-en un autre" });
  });

  it("takes its values along when it is deleted", async () => {
    const slug = await addProduct({ Couleur: "Gris", Diamètre: 32 });
    await admin`delete from public.attributes where name = 'Couleur'`;
    expect(await readProduct(slug)).toEqual({ attributes: { diametre: 32 }, facet_keys: ["diametre:32"] });
    expect(await listFaceted(["couleur:gris"])).toEqual([slug]);
  });

  it("is saved over the version that was opened only", async () => {
    await update("Étanche", { position: 3 });
    const id = await saveAttribute({ name: "Pose", kind: "boolean" }, [tubes]);
    await expect(
      runAs(
        api,
        fatou,
        (tx) => tx`
          select public.save_attribute(${tx.json({ id, name: "Pose", is_filter: true, position: 0 })}, '{}', '2020-01-01')`,
      ),
    ).rejects.toMatchObject({ code: "PT409" });
  });

  it("is written by the staff of the catalog only", async () => {
    await expect(
      runAs(api, visitor, (tx) => tx`select public.save_attribute('{}', '{}')`),
    ).rejects.toMatchObject({ code: "42501" });
  });
});
