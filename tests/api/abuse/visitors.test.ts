/** Messages, reviews and votes in bulk: one row a request, and a share of what there is for each network. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Sql, TransactionSql } from "#backend/core/database/database.ts";
import { runAs, visitor } from "#tests/support/actors.ts";
import { type ShopClient, startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";
import { createReview } from "#tests/support/reviews.ts";
import { createOrderPayload, createSignedInUser, placeOrder } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let admin: Sql;
let api: Sql;
let anon: ShopClient;
let technicianId: string;

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  api = backend.database.connect("authenticator");
  anon = backend.client();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await admin`truncate private.limit_buckets`;
  const [row] = await admin<{ id: string }[]>`
    insert into technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Issa', ${randomUUID()}, 'Plomberie', 'plomberie', 'Dépannage') returning id`;
  technicianId = row?.id ?? "";
});

const createMessage = () => ({
  technician_id: technicianId,
  name: "Awa",
  email: `${randomUUID()}@exemple.bf`,
  phone: "+22670112233",
  message: `Une fuite sous l'évier ${randomUUID()}`,
});

/** A request of another network than the attacker's, which is that of this process. */
const fromElsewhere = (work: (tx: TransactionSql) => Promise<unknown>) =>
  runAs(api, visitor, async (tx) => {
    await tx`select set_config('request.address', '203.0.113.9', true)`;
    await work(tx);
  });

it("750 messages in one request are none, and owe no letter", async () => {
  await admin`insert into technician_contacts (technician_id, email) values (${technicianId}, 'issa@exemple.bf')`;
  const { status, error } = await anon.from("messages").insert(Array.from({ length: 750 }, createMessage));
  expect([400, 429]).toContain(status);
  expect(["YA008", "PT429"]).toContain(error?.code);
  const two = await anon.from("messages").insert([createMessage(), createMessage()]);
  expect([two.status, two.error?.code, two.error?.message]).toEqual([
    400,
    "YA008",
    "Une seule ligne par requête",
  ]);
  expect(await admin`select from messages where technician_id = ${technicianId}`).toHaveLength(0);
  expect(await admin`select from mails where kind = 'technician_message'`).toHaveLength(0);
  expect((await anon.from("messages").insert(createMessage())).status).toBe(201);
});

it("one network cannot use up what a technician may receive", async () => {
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => anon.from("messages").insert(createMessage())),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 429]));
  // An honest visitor of another network still writes.
  await fromElsewhere((tx) => tx`insert into public.messages ${tx(createMessage())}`);
  expect(await admin`select from messages where technician_id = ${technicianId}`).toHaveLength(11);
});

it("one network cannot make a review look helpful, nor vote in bulk", async () => {
  const product = await createProduct(admin);
  const review = await createReview({ sql: admin }, product);
  const vote = () => ({ review_id: review, device_id: randomUUID() });
  const bulk = await anon.from("review_votes").insert(Array.from({ length: 500 }, vote));
  expect(["YA008", "PT429"]).toContain(bulk.error?.code);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => anon.from("review_votes").insert(vote())),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
  await fromElsewhere((tx) => tx`insert into public.review_votes ${tx(vote())}`);
  const { data } = await anon.from("product_reviews").select("helpful_count").eq("id", review).single();
  expect(data).toEqual({ helpful_count: 21 });
  // The same network votes for other reviews.
  const other = await createReview({ sql: admin }, product);
  expect((await anon.from("review_votes").insert({ ...vote(), review_id: other })).status).toBe(201);
});

it("one account writes thirty reviews an hour, one by one", async () => {
  const product = await createProduct(admin);
  const { id, client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const createRow = () => ({
    product_id: product.id,
    user_id: id,
    rating: 5,
    name: "Awa",
    email: "awa@exemple.bf",
    comment: `Très bonne perceuse ${randomUUID()}`,
  });
  const bulk = await client.from("product_reviews").insert(Array.from({ length: 500 }, createRow));
  expect(["YA008", "PT429"]).toContain(bulk.error?.code);
  const responses = await Promise.all(
    Array.from({ length: 40 }, () => client.from("product_reviews").insert(createRow())),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(30);
});

it("a wishlist has a length, and a visitor's list is still merged in one request", async () => {
  const { client } = await createSignedInUser(backend, `${randomUUID()}@exemple.bf`);
  const products = await Promise.all(Array.from({ length: 12 }, () => createProduct(admin)));
  await admin`update limits set maximum = 10 where name = 'wishlist'`;
  const add = (count: number) =>
    client.rpc("add_to_wishlist", { product_ids: products.slice(0, count).map(({ id }) => id) });
  expect((await add(11)).error?.code).toBe("PT429");
  expect((await add(10)).data).toHaveLength(10);
  expect((await add(12)).error?.message).toBe("Une liste de souhaits compte au plus 10 produits");
  const mine = client.from("wishlist_items");
  await mine.delete().in(
    "product_id",
    products.map(({ id }) => id),
  );
  await Promise.all(products.map(({ id }) => client.rpc("add_to_wishlist", { product_ids: [id] })));
  expect((await mine.select("product_id")).data).toHaveLength(10);
});

describe("anonymous accounts", () => {
  const signUp = (ip: string) =>
    backend.fetch(
      "/auth/v1/signup",
      {
        method: "POST",
        headers: { apikey: backend.keys.anonKey, "content-type": "application/json" },
        body: "{}",
      },
      ip,
    );

  it("are 120 an hour for one address, which many telephones share, and others still get theirs", async () => {
    const statuses = [];
    for (let i = 0; i < 150; i++) statuses.push((await signUp("203.0.113.77")).status);
    expect(statuses).toEqual([...Array(120).fill(200), ...Array(30).fill(429)]);
    expect((await signUp("198.51.100.77")).status).toBe(200);
  });

  it("read their own order and nothing of the shop's, write no status, and upload nothing", async () => {
    const product = await createProduct(admin);
    const [awa, ali] = [backend.client(), backend.client()];
    for (const client of [awa, ali]) await client.auth.signInAnonymously();
    const order = createOrderPayload([{ id: product.id, price: product.price, quantity: 1 }]);
    expect((await placeOrder(awa, order)).status).toBe(201);
    const other = createOrderPayload([{ id: product.id, price: product.price, quantity: 1 }]);
    // With the number of the other one.
    expect((await placeOrder(ali, other)).status).toBe(201);
    expect((await ali.from("orders").select("id")).data).toEqual([{ id: other.id }]);
    const patch = { status: "cancelled", cancellation_reason: "Pour rire" } as const;
    for (const { id } of [order, other])
      expect((await ali.from("orders").update(patch).eq("id", id).select("id")).data).toEqual([]);
    const { data } = await ali.auth.getSession();
    const headers = { apikey: backend.keys.anonKey, authorization: `Bearer ${data.session?.access_token}` };
    for (const table of ["runs?select=id", "run_stops", "order_events", "order_drafts", "discount_limits"])
      expect(await (await backend.fetch(`/rest/v1/${table}`, { headers })).json()).toEqual([]);
    for (const table of ["cash_movements", "cash_closings", "carriers", "admin_users", "customers"])
      expect(await (await backend.fetch(`/rest/v1/${table}`, { headers })).json()).toEqual([]);
    expect((await ali.rpc("claim_orders")).data).toBe(0);
    expect((await ali.rpc("order_tracking_token", { of_order: order.id })).data).toBeNull();
    expect((await ali.rpc("delivery_code", { of_order: order.id })).data).toBeNull();
    const request = { id: randomUUID(), order_id: order.id, reason: "Cassé", lines: [] };
    expect((await ali.rpc("open_return", { request })).error?.code).toBe("PT404");
    for (const name of ["list_queue", "claim_next_order"] as const)
      expect((await ali.rpc(name, { queue: "confirm" })).error?.code).toBe("42501");
    for (const bucket of ["delivery-proofs", "return-photos", "product-images"]) {
      const photo = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])], { type: "image/jpeg" });
      const path = `${order.id}/${randomUUID()}.jpg`;
      expect((await ali.storage.from(bucket).upload(path, photo)).error).not.toBeNull();
      expect((await ali.storage.from(bucket).list(order.id)).data ?? []).toEqual([]);
    }
  });
});
