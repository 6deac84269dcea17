/** Prices, discounts and pictures of the goods, as the database keeps them consistent. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Actor, as, createAdministrator, failureOf } from "./actors.ts";
import { createGoods } from "./goods.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let administrator: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  administrator = await createAdministrator(admin, "admin@example.com");
});
afterAll(() => database.drop());

/** Creates a product as an administrator and gives its prices back. */
const create = (values: Record<string, string | number | null>) =>
  as(api, administrator, async (tx) => {
    const slug = `article-${randomUUID()}`;
    const [product] = await tx`
      insert into public.products ${tx({ name: "Perceuse", slug, price: 7500, ...values })}
      returning id, price, old_price, discount`;
    return product;
  });

const update = (id: string, values: Record<string, string | number | null>) =>
  as(api, administrator, async (tx) => {
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

  it("is refused when it contradicts the prices", async () => {
    expect(await create({ old_price: 10_000, discount: 25 })).toMatchObject({ discount: 25 });
    expect(await failureOf(create({ old_price: 10_000, discount: 30 }))).toBe("23514");
    const product = await create({ old_price: 10_000 });
    expect(await failureOf(update(product?.id, { discount: 30 }))).toBe("23514");
  });

  it("follows a price that changes, also when a form sends the former discount along", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { price: 5000 })).toMatchObject({ discount: 50 });
    expect(await update(product?.id, { price: 9000, old_price: 10_000, discount: 50 })).toMatchObject({
      discount: 10,
    });
  });

  it("goes with the old price", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { old_price: null })).toEqual({
      price: 7500,
      old_price: null,
      discount: null,
    });
  });

  it("ends when the price reaches the old one", async () => {
    const product = await create({ old_price: 10_000 });
    expect(await update(product?.id, { price: 12_000 })).toEqual({
      price: 12_000,
      old_price: null,
      discount: null,
    });
  });
});

describe("refused values", () => {
  it.each<[string, Record<string, string | number | null>, string]>([
    ["a price of nothing", { price: 0 }, "23514"],
    ["an old price below the price", { old_price: 7000 }, "23514"],
    ["a discount beyond 100", { discount: 101 }, "23514"],
    ["a negative stock", { stock: -1 }, "23514"],
    ["a blank name", { name: "  " }, "23514"],
    ["a slug with capitals", { slug: "Perceuse" }, "23514"],
    ["a slug with a double hyphen", { slug: "per--ceuse" }, "23514"],
    ["an address that runs script", { more_info_url: "javascript:alert(1)" }, "23514"],
    ["a picture that is none", { image: "data:text/html,hi" }, "23514"],
    ["a category that does not exist", { category_id: randomUUID() }, "23503"],
    ["a rating of the shop's own", { rating: 5 }, "42501"],
  ])("%s", async (_what, values, code) => {
    expect(await failureOf(create(values))).toBe(code);
  });

  it("a slug that is taken", async () => {
    const slug = `pris-${randomUUID()}`;
    await create({ slug });
    expect(await failureOf(create({ slug }))).toBe("23505");
  });

  it("a category is not deleted while products use it", async () => {
    const [category] = await admin<{ id: string }[]>`
      insert into public.categories (name, slug) values ('Plomberie', 'plomberie') returning id`;
    await create({ category_id: category?.id ?? null });
    const removal = as(
      api,
      administrator,
      (tx) => tx`delete from public.categories where id = ${category?.id ?? null}`,
    );
    expect(await failureOf(removal)).toBe("23503");
  });
});

describe("pictures", () => {
  const picture = (n: number) => `/pictures/perceuse-${n}-640.jpg`;

  it("one is primary, and the product shows it", async () => {
    const drill = await createGoods(admin, 7500, 1);
    const shown = async () => {
      const [row] = await admin`
        select image, (select count(*)::integer from public.product_images i where i.product_id = p.id and is_primary)
          as primaries
        from public.products p where id = ${drill.id}`;
      return row;
    };
    await as(
      api,
      administrator,
      (tx) => tx`
        insert into public.product_images (product_id, image_url, is_primary, display_order)
        values (${drill.id}, ${picture(1)}, true, 0), (${drill.id}, ${picture(2)}, false, 1)`,
    );
    expect(await shown()).toEqual({ image: picture(1), primaries: 1 });
    await as(
      api,
      administrator,
      (tx) => tx`update public.product_images set is_primary = true where image_url = ${picture(2)}`,
    );
    expect(await shown()).toEqual({ image: picture(2), primaries: 1 });
    await as(
      api,
      administrator,
      (tx) => tx`update public.product_images set image_url = ${picture(3)} where image_url = ${picture(2)}`,
    );
    expect(await shown()).toEqual({ image: picture(3), primaries: 1 });
    await as(
      api,
      administrator,
      (tx) => tx`delete from public.product_images where product_id = ${drill.id}`,
    );
    expect(await shown()).toEqual({ image: null, primaries: 0 });
  });
});
