/** What the backend tells the page cache about changes, and when. */
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import type { PageChange } from "#backend/page-changes.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createProduct } from "#tests/support/products.ts";

let backend: TestBackend;
let admin: Sql;
let changes: (PageChange | null)[] = [];

beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
  backend.onPageChange((change) => changes.push(change));
});
afterAll(() => backend.close());

it("a page that is asked for after a save waits for its changes, every time", async () => {
  const product = await createProduct(admin, { price: 1000 });
  const client = backend.client(backend.keys.serviceRoleKey);
  const missed: number[] = [];
  for (let price = 1001; price <= 1200; price++) {
    changes = [];
    await client.from("products").update({ price }).eq("id", product.id).throwOnError();
    await backend.getPendingPageChanges();
    if (!changes.some((change) => change?.wrong.includes(`product:${product.id}`))) missed.push(price);
  }
  expect(missed).toEqual([]);
  expect(backend.getPendingPageChanges()).toBeNull();
});

it("concurrent saves are all waited for", async () => {
  const client = backend.client(backend.keys.serviceRoleKey);
  const products = await Promise.all(Array.from({ length: 20 }, () => createProduct(admin, { price: 1000 })));
  changes = [];
  await Promise.all(
    products.map(async ({ id }) => {
      await client.from("products").update({ price: 2000 }).eq("id", id).throwOnError();
      await backend.getPendingPageChanges();
      expect(changes.flatMap((change) => change?.wrong ?? [])).toContain(`product:${id}`);
    }),
  );
});

it("nothing is waited for after a read or a write of a visitor", async () => {
  await backend.client(backend.keys.serviceRoleKey).from("products").select("id").throwOnError();
  expect(backend.getPendingPageChanges()).toBeNull();
  await backend.client().rpc("suggest_products", { query: "perceuse" }).throwOnError();
  expect(backend.getPendingPageChanges()).toBeNull();
});

it.each(["products", '{"wrong":"all"}'])(
  "a message that cannot be read makes everything wrong: %s",
  async (text) => {
    changes = [];
    await admin.notify("page_changes", text);
    await expect.poll(() => changes).toEqual([null]);
  },
);

it("a lost connection makes everything wrong when it is back, and is listened to again", async () => {
  const product = await createProduct(admin, { price: 1000 });
  changes = [];
  await admin`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pages' and datname = current_database()`;
  await expect.poll(() => changes).toContain(null);
  await admin`update public.products set price = 2000 where id = ${product.id}`;
  await expect
    .poll(() => changes.flatMap((change) => change?.wrong ?? []))
    .toContain(`product:${product.id}`);
});

it("pages do not wait for a connection that does not come back", async () => {
  const product = await createProduct(admin, { price: 1000 });
  const [current] = await admin<{ name: string }[]>`select current_database() as name`;
  const client = backend.client(backend.keys.serviceRoleKey);
  // Opens the connection that the write below uses.
  await client.from("products").select("id").limit(1).throwOnError();
  // A new connection does not come about. Superusers, such as this one, are exempt.
  await admin.unsafe(`alter database ${current?.name} connection limit 0`);
  onTestFinished(async () => {
    await admin.unsafe(`alter database ${current?.name} connection limit -1`);
  });
  await admin`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pages' and datname = current_database()`;
  await client.from("products").update({ price: 2000 }).eq("id", product.id).throwOnError();
  // Resolves by its own limit: nothing else would end the wait.
  await backend.getPendingPageChanges();
});
