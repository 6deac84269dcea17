/** Orders and sign-ins while slow reads of pages, visitors and signed-in users occupy all that they may have. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { defaultRestConfig } from "#backend/rest/config.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { liftLimits } from "#tests/support/limits.ts";
import {
  createOrderPayload,
  createSignedInUser,
  findProductInStock,
  placeOrder,
  type SignedInUser,
} from "#tests/support/signed-in-users.ts";

let backend: TestBackend;
let observer: Sql;
let awa: SignedInUser;

beforeAll(async () => {
  backend = await startTestBackend("demo");
  observer = backend.database.connect("supabase_admin", 1);
  await liftLimits(observer, "order");
  awa = await createSignedInUser(backend, "awa@exemple.bf");
  await observer.unsafe(`
    create function public.slow_read() returns int language sql stable set statement_timeout = '30s'
      as 'select 1 from pg_sleep(6)';
    grant execute on function public.slow_read() to anon, authenticated;
    notify pgrst`);
});
afterAll(() => backend.close());

const PATH = "/rest/v1/rpc/slow_read";
const { priorities } = defaultRestConfig;
const READS = ["page", "anonymous-read", "signed-in-read"] as const;

async function countSlowReads(): Promise<number> {
  const rows = await observer`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`;
  return rows.length;
}

it("none fails, and what finds no connection says when to try again", async () => {
  const product = await findProductInStock(backend);
  const admin = backend.client(backend.keys.serviceRoleKey);
  const { data: session } = await awa.client.auth.getSession();
  const authorization = `Bearer ${session.session?.access_token}`;
  await expect.poll(async () => (await backend.fetch(PATH, { method: "OPTIONS" })).status).toBe(200);
  // Twice as many as may run, of each kind.
  const slow = READS.flatMap((priority) =>
    Array.from({ length: 2 * priorities[priority].connections }, (_, network) => {
      if (priority === "page") return backend.fetchForPages(PATH);
      const init = priority === "signed-in-read" ? { headers: { authorization } } : {};
      return backend.fetch(PATH, init, `192.0.${network}.1`);
    }),
  );
  const running = READS.reduce((sum, priority) => sum + priorities[priority].connections, 0);
  await expect.poll(countSlowReads).toBe(running);

  const orders = await Promise.all(
    Array.from({ length: 20 }, () =>
      placeOrder(awa.client, createOrderPayload([{ ...product, quantity: 1 }])),
    ),
  );
  expect(orders.map(({ status, error }) => error ?? status)).toEqual(orders.map(() => 201));
  expect((await admin.from("products").update({ stock: 5 }).eq("id", product.id)).status).toBe(204);
  await createSignedInUser(backend, "binta@exemple.bf");

  const responses = await Promise.all(slow);
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 504));
  expect(refused.length).toBe(running);
  for (const { headers } of refused) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
});

it("no column and no expression of an index makes Postgres analyze more than 9,000 orders", async () => {
  const large = await observer`
    select a.attrelid::regclass::text as relation, a.attname
    from pg_attribute a
    left join pg_index i on i.indexrelid = a.attrelid
    where (a.attrelid = 'public.orders'::regclass or i.indrelid = 'public.orders'::regclass and i.indkey[a.attnum - 1] = 0)
      and a.attnum > 0 and not a.attisdropped and coalesce(a.attstattarget, 100) not between 0 and 30`;
  expect(large).toEqual([]);
});
