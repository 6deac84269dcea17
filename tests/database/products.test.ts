/** Prices, discounts and images of products, and the rules that keep them consistent. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type Actor, createAdministratorActor, getSqlState, runAs } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createProduct } from "#tests/support/products.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let administrator: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  administrator = await createAdministratorActor(admin, "admin@example.com");
});
afterAll(() => database.drop());

/** Creates a product as an administrator and returns its prices. */
const create = (values: Record<string, string | number | null>) =>
  runAs(api, administrator, async (tx) => {
    const slug = `article-${randomUUID()}`;
    const [product] = await tx`
      insert into public.products ${tx({ name: "Perceuse", slug, price: 7500, ...values })}
      returning id, price, old_price, discount`;
    return product;
  });

const update = (id: string, values: Record<string, string | number | null>) =>
  runAs(api, administrator, async (tx) => {
    const [product] = await tx`
      update public.products set ${tx(values)} where id = ${id} returning price, old_price, discount`;
    return product;
  });

describe("the discount", () => {
  it.each([
    [10_000, 7500, 25],
    [3, 2, 33],
    [200, 199, 1],
    [8000, 1, 100],
  ])("from %d to %d is %d", async (old_price, price, discount) => {
    expect(await create({ price, old_price })).toMatchObject({ discount });
  });

  it("is free while there is no old price", async () => {
    expect(await create({ discount: 15 })).toMatchObject({ old_price: null, discount: 15 });
    expect(await create({})).toMatchObject({ discount: null });
  });

  it("is rejected when it contradicts the prices", async () => {
    expect(await create({ old_price: 10_000, discount: 25 })).toMatchObject({ discount: 25 });
    expect(await getSqlState(create({ old_price: 10_000, discount: 30 }))).toBe("23514");
    const product = await create({ old_price: 10_000 });
    expect(await getSqlState(update(product?.id, { discount: 30 }))).toBe("23514");
  });

  it("is recomputed when the price changes, also when a form sends the previous discount", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { price: 5000 })).toMatchObject({ discount: 50 });
    expect(await update(product?.id, { price: 9000, old_price: 10_000, discount: 50 })).toMatchObject({
      discount: 10,
    });
  });

  it("is cleared with the old price", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { old_price: null })).toEqual({
      price: 7500,
      old_price: null,
      discount: null,
    });
  });

  it("is cleared when the price reaches the old price", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { price: 12_000 })).toEqual({
      price: 12_000,
      old_price: null,
      discount: null,
    });
  });
});

it("the searched text follows the name and the reference, whatever is sent for it", async () => {
  const { id } = await createProduct(admin, { stock: 5 });
  const [written] = await admin`
    update public.products set name = 'Scie à métaux', reference = 'SC-9', search_text = 'autre' where id = ${id}
    returning search_text`;
  expect(written?.search_text).toBe(" scie a metaux\n sc-9");
  const [sold] = await admin`
    update public.products set stock = 4, search_text = 'autre' where id = ${id} returning search_text`;
  expect(sold?.search_text).toBe(" scie a metaux\n sc-9");
});

it("the key of the brand follows the specification, whatever is sent for it", async () => {
  const { id } = await createProduct(admin, { stock: 5 });
  const writeKey = async (values: string) => {
    const [product] = await admin.unsafe(
      `update public.products set ${values}, brand_key = 'autre' where id = '${id}' returning brand_key`,
    );
    return product?.brand_key;
  };
  expect(await writeKey("stock = 4")).toBeNull();
  expect(await writeKey(`specifications = '{"Marque": " Volta Énergie "}'`)).toBe("volta-energie");
  expect(await writeKey("stock = 3")).toBe("volta-energie");
  const [added] = await admin`
    insert into public.products (name, slug, price, brand_key) values ('Scie', 'scie-sans-marque', 900, 'autre')
    returning brand_key`;
  expect(added?.brand_key).toBeNull();
});

it("a sale evaluates nothing that concerns other columns than the stock", async () => {
  const { id } = await createProduct(admin, { stock: 500 });
  const called = await admin.begin(async (tx) => {
    await tx`set local track_functions = 'all'`;
    await tx`select set_config('yaare.placing_order', 'on', true)`;
    await tx`update public.products set stock = stock - 1 where id = ${id}`;
    return tx<{ funcname: string }[]>`select funcname from pg_stat_xact_user_functions`;
  });
  // The journal's is called because no trigger makes this write, as place_order does.
  expect(called.map(({ funcname }) => funcname)).toEqual(["record_product_changes"]);
});

it("a sale parses short conditions of triggers only, each of them anew", async () => {
  const long = await admin<{ name: string }[]>`
    select t.tgname as name from pg_trigger t
    join pg_attribute a on a.attrelid = t.tgrelid and a.attname = 'stock'
    where t.tgrelid = 'public.products'::regclass and t.tgqual is not null
      and t.tgtype & 17 = 17 and (t.tgattr = '' or a.attnum = any (t.tgattr))
      and length(substring(pg_get_triggerdef(t.oid) from ' WHEN (.*) EXECUTE ')) > 60`;
  expect(long).toEqual([]);
});

describe("rejected values", () => {
  it.each<[string, Record<string, string | number | null>, string]>([
    ["a price of zero", { price: 0 }, "23514"],
    ["an old price below the price", { old_price: 7000 }, "23514"],
    ["a discount above 100", { discount: 101 }, "23514"],
    ["a negative stock", { stock: -1 }, "23514"],
    ["a blank name", { name: "  " }, "23514"],
    ["a slug with capitals", { slug: "Perceuse" }, "23514"],
    ["a slug with a double hyphen", { slug: "per--ceuse" }, "23514"],
    ["a javascript: URL", { more_info_url: "javascript:alert(1)" }, "23514"],
    ["an invalid image", { image: "data:text/html,hi" }, "23514"],
    ["a category that does not exist", { category_id: randomUUID() }, "23503"],
    ["a rating set by an administrator", { rating: 5 }, "42501"],
  ])("%s", async (_what, values, code) => {
    expect(await getSqlState(create(values))).toBe(code);
  });

  it("a slug that is taken", async () => {
    const slug = `pris-${randomUUID()}`;
    await create({ slug });
    expect(await getSqlState(create({ slug }))).toBe("23505");
  });

  it("a category with products cannot be deleted", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Plomberie', 'plomberie') returning id`;
    await create({ category_id: category?.id ?? null });
    const removal = runAs(
      api,
      administrator,
      (tx) => tx`delete from public.categories where id = ${category?.id ?? null}`,
    );
    expect(await getSqlState(removal)).toBe("23503");
  });
});

describe("images", () => {
  const toImageUrl = (n: number) => `/pictures/perceuse-${n}-640.jpg`;

  it("one is primary, and the product shows it", async () => {
    const drill = await createProduct(admin, { price: 7500, stock: 1 });
    const shown = async () => {
      const [row] = await admin`
        select image, (select count(*)::integer from public.product_images i where i.product_id = p.id and is_primary)
          as primaries
        from public.products p where id = ${drill.id}`;
      return row;
    };
    await runAs(
      api,
      administrator,
      (tx) => tx`
        insert into public.product_images (product_id, image_url, is_primary, display_order)
        values (${drill.id}, ${toImageUrl(1)}, true, 0), (${drill.id}, ${toImageUrl(2)}, false, 1)`,
    );
    expect(await shown()).toEqual({ image: toImageUrl(1), primaries: 1 });
    await runAs(
      api,
      administrator,
      (tx) => tx`update public.product_images set is_primary = true where image_url = ${toImageUrl(2)}`,
    );
    expect(await shown()).toEqual({ image: toImageUrl(2), primaries: 1 });
    await runAs(
      api,
      administrator,
      (tx) =>
        tx`update public.product_images set image_url = ${toImageUrl(3)} where image_url = ${toImageUrl(2)}`,
    );
    expect(await shown()).toEqual({ image: toImageUrl(3), primaries: 1 });
    await runAs(
      api,
      administrator,
      (tx) => tx`delete from public.product_images where product_id = ${drill.id}`,
    );
    expect(await shown()).toEqual({ image: null, primaries: 0 });
  });
});
