/** Hearts over the API: of two customers, of a visitor, and what happens to a list that is merged again. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "../../support/backend.ts";
import { createGoods, type Goods } from "./goods.ts";

let backend: TestBackend;
let admin: Sql;
let awa: ShopClient;
let ali: ShopClient;
let visitor: ShopClient;
let drill: Goods;
let pipe: Goods;

async function signUp(email: string): Promise<ShopClient> {
  const client = backend.client();
  const { error } = await client.auth.signUp({ email, password: "un-mot-de-passe-long" });
  expect(error).toBeNull();
  return client;
}

/** The ids on this customer's list, as the customer reads them. */
async function wishesOf(client: ShopClient): Promise<string[]> {
  const { data, error } = await client.from("wishlist_items").select("product_id").order("product_id");
  expect(error).toBeNull();
  return (data ?? []).map((item) => item.product_id);
}

const add = (client: ShopClient, ...ids: string[]) => client.rpc("add_to_wishlist", { product_ids: ids });

const sorted = (...goods: Goods[]) => goods.map(({ id }) => id).sort();

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  visitor = backend.client();
  [awa, ali] = [await signUp("awa@example.com"), await signUp("ali@example.com")];
  [drill, pipe] = [await createGoods(admin, 7500, 10), await createGoods(admin, 900, 10)];
});
beforeEach(() => admin`delete from public.wishlist_items`);
afterAll(() => backend.close());

it("is merged once, however often it is sent", async () => {
  for (let i = 0; i < 2; i++) {
    const { data, error } = await add(awa, drill.id, pipe.id, drill.id);
    expect(error).toBeNull();
    expect(data?.toSorted()).toEqual(sorted(drill, pipe));
  }
  expect(await wishesOf(awa)).toEqual(sorted(drill, pipe));
});

it("is merged once by two tabs at the same time", async () => {
  const answers = await Promise.all([add(awa, drill.id, pipe.id), add(awa, pipe.id, drill.id)]);
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
  expect(await wishesOf(awa)).toEqual(sorted(drill, pipe));
});

it("leaves products out that are gone, and those only", async () => {
  const { data } = await add(awa, randomUUID(), drill.id);
  expect(data).toEqual([drill.id]);
  expect((await add(awa, randomUUID())).data).toEqual([]);
  expect((await add(awa)).data).toEqual([]);
  expect(await wishesOf(awa)).toEqual([drill.id]);
});

it("loses what the shop no longer sells", async () => {
  const saw = await createGoods(admin, 4000, 3);
  await add(awa, saw.id, drill.id);
  await admin`delete from public.products where id = ${saw.id}`;
  expect(await wishesOf(awa)).toEqual([drill.id]);
});

it("is its owner's alone", async () => {
  await add(awa, drill.id);
  await add(ali, pipe.id);
  expect(await wishesOf(awa)).toEqual([drill.id]);
  expect(await wishesOf(ali)).toEqual([pipe.id]);
  await ali.from("wishlist_items").delete().eq("product_id", drill.id);
  expect(await wishesOf(awa)).toEqual([drill.id]);
  const [owner] = await admin<{ id: string }[]>`select id from auth.users where email = 'awa@example.com'`;
  const forged = await ali
    .from("wishlist_items")
    .insert({ product_id: pipe.id, user_id: owner?.id ?? randomUUID() });
  expect([forged.status, forged.error?.code]).toEqual([403, "42501"]);
  await awa.from("wishlist_items").delete().eq("product_id", drill.id);
  expect(await wishesOf(awa)).toEqual([]);
});

it("is closed to visitors", async () => {
  const answers = [
    await visitor.from("wishlist_items").select("product_id"),
    await visitor.from("wishlist_items").insert({ product_id: drill.id }),
    await visitor.from("wishlist_items").delete().eq("product_id", drill.id),
    await add(visitor, drill.id),
  ];
  expect(answers.map(({ error, status }) => [status, error?.code])).toEqual(
    answers.map(() => [401, "42501"]),
  );
});

it("takes no order of its own from the browser", async () => {
  const { error } = await awa
    .from("wishlist_items")
    .insert({ product_id: drill.id, created_at: "2001-01-01T00:00:00Z" });
  expect(error?.code).toBe("42501");
});
