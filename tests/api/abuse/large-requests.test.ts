/** Requests that cost much for their size, or that are large: bodies, JSON without end, writes that answer with reads. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let admin: Sql;
let customer: { id: string; headers: Record<string, string> };
let administrator: { id: string; headers: Record<string, string> };

beforeAll(async () => {
  backend = await startTestBackend("demo");
  admin = backend.database.connect("supabase_admin");
  customer = await signIn("awa-lourde@exemple.bf");
  administrator = await signIn("mariam-lourde@exemple.bf");
  await admin`insert into admin_users (id, name, email) values (${administrator.id}, 'Mariam', 'mariam-lourde@exemple.bf')`;
});
afterAll(() => backend.close());

async function signIn(email: string) {
  const { id, client } = await createSignedInUser(backend, email);
  const { data } = await client.auth.getSession();
  return { id, headers: { authorization: `Bearer ${data.session?.access_token}` } };
}

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  backend.fetch(path, {
    method: "POST",
    headers: { apikey: backend.keys.anonKey, "content-type": "application/json", ...headers },
    body,
  });

describe("a body of two megabytes", () => {
  const body = JSON.stringify({ search: "x".repeat(2_000_000) });

  test("is read for administrators alone", async () => {
    for (const [headers, status] of [
      [{}, 413],
      [customer.headers, 413],
      [administrator.headers, 200],
    ] as const)
      expect((await post("/rest/v1/rpc/count_products", body, headers)).status).toBe(status);
    const rows = `[${'{"product_id":"x"},'.repeat(100_000)}{}]`;
    expect((await post("/rest/v1/wishlist_items", rows, customer.headers)).status).toBe(413);
  });
});

describe("administrators", () => {
  const nested =
    "id,products(id,categories(id,products(id,categories(id,products(id,categories(id))))))&limit=1&products.limit=1";
  const read = (headers: Record<string, string>) =>
    backend.fetch(`/rest/v1/categories?select=${nested}`, { headers }).then(({ status }) => status);

  test("read deeper than customers", async () => {
    expect(await read({})).toBe(400);
    expect(await read(customer.headers)).toBe(400);
    expect(await read(administrator.headers)).toBe(200);
  });
});

test.each(["/rest/v1/rpc/count_products", "/rest/v1/messages"])(
  "JSON that nests without end is refused before Postgres reads it: %s",
  async (path) => {
    const field = path.endsWith("messages") ? "name" : "search";
    const response = await post(path, `{"${field}":${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "PGRST102" });
  },
);

test.each([
  ["place_staff_order", (lines) => ({ staff_order: { ...createStaffOrder(), items: lines } })],
  ["preview_staff_order", (lines) => ({ staff_order: { ...createStaffOrder(), items: lines } })],
  ["save_run", (lines) => ({ run: { id: randomUUID(), order_ids: lines } })],
  ["pick_list", (lines) => ({ order_ids: lines.map(() => randomUUID()) })],
  ["hand_to_carrier", (lines) => ({ carrier: randomUUID(), parcels: lines })],
  [
    "import_settlement",
    (lines) => ({ settlement: { id: randomUUID(), carrier_id: randomUUID(), rows: lines } }),
  ],
  ["record_cash_movement", (lines) => ({ movement: { id: randomUUID(), note: lines } })],
  ["refund_order", (lines) => ({ refund: { id: randomUUID(), reference: lines } })],
] satisfies [string, (lines: unknown[]) => object][])(
  "twenty thousand lines are refused with a reason: %s",
  async (name, createBody) => {
    const line = { id: randomUUID(), position: 1, quantity: 1, number: "ORD-1", amount: 1 };
    for (const lines of [Array(20_000).fill(line), Array(20_000).fill(null)]) {
      const body = JSON.stringify(createBody(lines));
      const response = await post(`/rest/v1/rpc/${name}`, body, administrator.headers);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: expect.stringMatching(/^YA0(03|07|10)$/) },
      ]);
      // Visitors and customers are refused without a look at the lines.
      expect((await post(`/rest/v1/rpc/${name}`, body)).status).toBeOneOf([401, 413]);
      expect((await post(`/rest/v1/rpc/${name}`, body, customer.headers)).status).toBeOneOf([403, 413]);
    }
  },
);

const createStaffOrder = () => ({
  id: randomUUID(),
  customer_name: "Moussa Kaboré",
  customer_phone: "70 99 88 77",
  shipping_address: { address: "Pissy, derrière la pharmacie", city: "Ouagadougou" },
  source: "phone",
  payment_method: "cod",
});

test("a write of a customer answers with one level of linked rows at most", async () => {
  await admin`
    insert into wishlist_items (user_id, product_id) select ${customer.id}, id from products limit 100`;
  const remove = (select: string) =>
    backend.fetch(`/rest/v1/wishlist_items?user_id=eq.${customer.id}&select=${select}`, {
      method: "DELETE",
      headers: { ...customer.headers, prefer: "return=representation" },
    });
  const response = await remove("product_id,products(id,categories(id))");
  expect([response.status, await response.json()]).toMatchObject([400, { code: "PGRST100" }]);
  expect(await admin`select from wishlist_items where user_id = ${customer.id}`).toHaveLength(100);
  expect(await (await remove("product_id,products(id)")).json()).toHaveLength(100);
});

test("one network calls functions some times a minute, and others go on", async () => {
  const call = (ip: string) =>
    backend.fetch(
      "/functions/v1/send-review-request",
      { method: "POST", headers: { authorization: `Bearer ${backend.keys.anonKey}` }, body: "{}" },
      ip,
    );
  const statuses = (await Promise.all(Array.from({ length: 130 }, () => call("203.0.113.7")))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 400)).toHaveLength(120);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  expect((await call("198.51.100.7")).status).toBe(400);
});
