/** Wishlists over the API: of two customers, of a visitor, and repeated merges. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import type { PricedProduct } from "#tests/support/orders.ts";
import { createProduct } from "#tests/support/products.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let admin: Sql;
let awa: ShopClient;
let ali: ShopClient;
let visitor: ShopClient;
let drill: PricedProduct;
let pipe: PricedProduct;

/** The ids on this customer's list, as the customer reads them. */
async function listWishlist(client: ShopClient): Promise<string[]> {
  const { data, error } = await client.from("wishlist_items").select("product_id").order("product_id");
  expect(error).toBeNull();
  return (data ?? []).map((item) => item.product_id);
}

const addToWishlist = (client: ShopClient, ...ids: string[]) =>
  client.rpc("add_to_wishlist", { product_ids: ids });

const sortedIds = (...products: PricedProduct[]) => products.map(({ id }) => id).sort();

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
  ({ client: awa } = await createSignedInUser(backend, "awa@example.com"));
  ({ client: ali } = await createSignedInUser(backend, "ali@example.com"));
  [drill, pipe] = [
    await createProduct(admin, { price: 7500, stock: 10 }),
    await createProduct(admin, { price: 900, stock: 10 }),
  ];
});
beforeEach(() => admin`delete from public.wishlist_items`);
afterAll(() => backend.close());

it("is merged once, however often it is sent", async () => {
  for (let i = 0; i < 2; i++) {
    const { data, error } = await addToWishlist(awa, drill.id, pipe.id, drill.id);
    expect(error).toBeNull();
    expect(data?.toSorted()).toEqual(sortedIds(drill, pipe));
  }
  expect(await listWishlist(awa)).toEqual(sortedIds(drill, pipe));
});

it("is merged once by two concurrent tabs", async () => {
  const responses = await Promise.all([
    addToWishlist(awa, drill.id, pipe.id),
    addToWishlist(awa, pipe.id, drill.id),
  ]);
  expect(responses.map(({ error }) => error)).toEqual([null, null]);
  expect(await listWishlist(awa)).toEqual(sortedIds(drill, pipe));
});

it("skips only the products that no longer exist", async () => {
  const { data } = await addToWishlist(awa, randomUUID(), drill.id);
  expect(data).toEqual([drill.id]);
  expect((await addToWishlist(awa, randomUUID())).data).toEqual([]);
  expect((await addToWishlist(awa)).data).toEqual([]);
  expect(await listWishlist(awa)).toEqual([drill.id]);
});

it("loses products that are deleted", async () => {
  const saw = await createProduct(admin, { price: 4000, stock: 3 });
  await addToWishlist(awa, saw.id, drill.id);
  await admin`delete from public.products where id = ${saw.id}`;
  expect(await listWishlist(awa)).toEqual([drill.id]);
});

it("is visible to its owner only", async () => {
  await addToWishlist(awa, drill.id);
  await addToWishlist(ali, pipe.id);
  expect(await listWishlist(awa)).toEqual([drill.id]);
  expect(await listWishlist(ali)).toEqual([pipe.id]);
  await ali.from("wishlist_items").delete().eq("product_id", drill.id);
  expect(await listWishlist(awa)).toEqual([drill.id]);
  const [owner] = await admin<{ id: string }[]>`select id from auth.users where email = 'awa@example.com'`;
  const forged = await ali
    .from("wishlist_items")
    .insert({ product_id: pipe.id, user_id: owner?.id ?? randomUUID() });
  expect([forged.status, forged.error?.code]).toEqual([403, "42501"]);
  await awa.from("wishlist_items").delete().eq("product_id", drill.id);
  expect(await listWishlist(awa)).toEqual([]);
});

it("is not available to visitors", async () => {
  const responses = [
    await visitor.from("wishlist_items").select("product_id"),
    await visitor.from("wishlist_items").insert({ product_id: drill.id }),
    await visitor.from("wishlist_items").delete().eq("product_id", drill.id),
    await addToWishlist(visitor, drill.id),
  ];
  expect(responses.map(({ error, status }) => [status, error?.code])).toEqual(
    responses.map(() => [401, "42501"]),
  );
});

it("rejects a creation date set by the browser", async () => {
  const { error } = await awa
    .from("wishlist_items")
    .insert({ product_id: drill.id, created_at: "2001-01-01T00:00:00Z" });
  expect(error?.code).toBe("42501");
});
