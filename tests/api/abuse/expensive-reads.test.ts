/** Visitors whose reads cost much: deep and wide embeddings, large responses, and many at once from one network. */
import { constants, getPriority } from "node:os";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { Limits } from "#backend/core/limits/limits.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createSignedInUser } from "#tests/support/signed-in-users.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

const limits = new Limits();
let backend: TestBackend;
let observer: Sql;
let customer: Record<string, string>;
let service: Record<string, string>;

beforeAll(async () => {
  backend = await startTestBackend("demo");
  observer = backend.database.connect("supabase_admin", 1);
  const { client } = await createSignedInUser(backend, "awa@exemple.bf");
  const { data } = await client.auth.getSession();
  customer = { authorization: `Bearer ${data.session?.access_token}` };
  service = { authorization: `Bearer ${backend.keys.serviceRoleKey}` };
  await observer.unsafe(`
    create function public.slow_read() returns int language sql stable as 'select 1 from pg_sleep(1)';
    grant execute on function public.slow_read() to anon, authenticated;
    notify pgrst`);
  await vi.waitFor(async () => expect((await get("rpc/slow_read")).status).toBe(200), WAIT_TIMEOUT_MS);
});
afterAll(() => backend.close());

const get = (path: string, headers: Record<string, string> = {}, ip?: string) =>
  backend.fetch(`/rest/v1/${path}`, { headers }, ip);

/** `categories(products(categories(products(…))))`, as many pairs. */
const nest = (pairs: number): string =>
  pairs === 0 ? "id" : `id,products(id,categories(${nest(pairs - 1)}))`;
const repeat = (count: number) => Array.from({ length: count }, (_, i) => `a${i}:products(id)`).join();

describe("a query that asks for too much", () => {
  test.each([
    ["7 pairs of embedded resources", `categories?select=${nest(7)}`],
    ["99 embedded resources", `categories?select=${repeat(99)}`],
    ["many columns", `products?select=${Array.from({ length: 2_000 }, (_, i) => `a${i}:id`).join()}`],
    ["many conditions", `products?or=(${Array.from({ length: 1_000 }, (_, i) => `price.eq.${i}`).join()})`],
    ["many orders", `products?order=${Array.from({ length: 1_000 }, () => "name").join()}`],
    // A single row of one takes seconds.
    ["references back", `products?description=match.${encodeURIComponent("(.+)(.+)(.+)\\1\\2\\3x")}`],
    ["a look around, in a list", `products?name=match(any).{${encodeURIComponent("(?=x)y,(\\?!x)y")}}`],
    ["a reference back of a linked row", "products?select=id,categories(id)&categories.name=imatch.(a)\\1"],
    ["many regular expressions", "products?or=(name.match.a,name.match.b,and(name.imatch.c,name.match.d))"],
    ["many regular expressions in a list", "products?name=imatch(any).{a,b,c,d}"],
    ["many patterns in a list", `products?name=ilike(any).{${"*a*,".repeat(300)}*b*}`],
  ])("%s", async (_, path) => {
    for (const headers of [{}, customer]) {
      const response = await get(path, headers);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "PGRST100", message: "The query is too complex" });
    }
  });

  test("is no query of the shop's screens", async () => {
    const screens =
      "products?select=id,name,price,category:categories(id,name,slug),images:product_images(image_url,is_primary)";
    for (const headers of [{}, customer, service]) {
      expect((await get(`${screens}&limit=24`, headers)).status).toBe(200);
      expect((await get(`categories?select=${nest(2)}&limit=1&products.limit=1`, headers)).status).toBe(200);
    }
    for (const headers of [{}, customer])
      expect((await get("products?select=id&name=imatch.^(ciment|fer)", headers)).status).toBe(200);
    expect((await get(`categories?select=${nest(7)}&limit=0`, service)).status).toBe(200);
  });
});

test("the planner's estimate tells nobody of rows that are not theirs", async () => {
  await observer`
    insert into auth.users (id, aud, role, email)
    select gen_random_uuid(), 'authenticated', 'authenticated', 'cliente' || n || '@exemple.bf'
    from generate_series(1, 300) n`;
  await observer`analyze profiles`;
  const count = async (filter: string, headers: Record<string, string>, kind: string) =>
    (await get(`profiles?select=id&${filter}`, { ...headers, prefer: `count=${kind}` })).headers
      .get("content-range")
      ?.split("/")[1];
  for (const filter of ["email=gt.b", "email=gt.cliente2", "email=eq.cliente7@exemple.bf"]) {
    expect([filter, await count(filter, customer, "planned")]).toEqual([filter, "0"]);
    expect([filter, await count(filter, customer, "estimated")]).toEqual([filter, "0"]);
  }
  expect(Number(await count("email=gt.b", service, "planned"))).toBeGreaterThan(100);
});

describe("a response that would be too large", () => {
  const huge = "categories?select=id,products(*,categories(id,products(*,images:product_images(*))))";

  test.each(["application/json", "text/csv", "application/vnd.pgrst.array+json;nulls=stripped"])(
    "ends the read while the database builds it: %s",
    async (accept) => {
      const response = await get(huge, { accept });
      expect([response.status, await response.json()]).toMatchObject([413, { code: "54000" }]);
    },
  );

  test("also when a single row holds it", async () => {
    const [category] = await observer<{ id: string }[]>`select id from categories limit 1`;
    await observer`
      insert into products (name, slug, price, category_id)
      select 'Vis ' || n, 'vis-' || n, 100, ${category?.id ?? ""} from generate_series(1, 400) n`;
    const one = `${huge}&id=eq.${category?.id}`;
    expect((await get(one)).status).toBe(413);
    expect((await get(one, { accept: "application/vnd.pgrst.object+json" })).status).toBe(413);
  });

  test("of one list alone is not sent", async () => {
    await observer.unsafe(`
      create function public.long_text() returns text language sql stable
        as $$ select repeat('x', ${(limits.getMaximum("read_bytes", "request", "visitor") ?? 0) + 1}) $$;
      grant execute on function public.long_text() to anon, authenticated;
      notify pgrst`);
    await vi.waitFor(
      async () => expect((await get("rpc/long_text", customer)).status).toBe(200),
      WAIT_TIMEOUT_MS,
    );
    expect((await get("rpc/long_text")).status).toBe(413);
  });
});

test("many slow reads of one network leave the connections to others", async () => {
  const flood = Array.from({ length: 140 }, () => get("rpc/slow_read", {}, "198.51.100.7"));
  await vi.waitFor(async () => {
    const rows = await observer`
      select from pg_stat_activity
      where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`;
    // Half of its part, as many wait.
    expect(rows.length).toBe(Math.ceil((limits.getMaximum("parallel_reads", "network", "visitor") ?? 0) / 2));
  }, WAIT_TIMEOUT_MS);
  const started = performance.now();
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, i) => get("products?select=id&limit=24", {}, `203.0.113.${i}`)),
  );
  const duration = performance.now() - started;
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  // The reads of the flood last a second each.
  expect(duration).toBeLessThan(1_000);
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(100);
  for (const response of refused) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "PGRST003" });
  }
});

test("reads that Postgres has to cancel are a few from one address", async () => {
  // The protocol applies a function's own timeout to the statement that calls it.
  await observer.unsafe(`
    create function public.endless_read() returns int language sql stable set statement_timeout to '1ms'
      as 'select 1 from pg_sleep(60)';
    grant execute on function public.endless_read() to anon;
    notify pgrst`);
  await vi.waitFor(
    async () => expect((await get("rpc/endless_read", {}, "203.0.113.50")).status).toBe(500),
    WAIT_TIMEOUT_MS,
  );
  const maximum = limits.getRule("cancelled_reads", "address").burst;
  const statuses = [];
  for (let sent = 0; sent < maximum + 2; sent++) {
    statuses.push((await get("rpc/endless_read", {}, "198.51.100.9")).status);
  }
  expect(statuses).toEqual([...Array(maximum).fill(500), 429, 429]);
  const read = (headers: Record<string, string>, ip: string) =>
    get("products?select=id&limit=1", headers, ip).then(({ status }) => status);
  expect(await read({}, "198.51.100.9")).toBe(429);
  expect(await read(service, "198.51.100.9")).toBe(200);
  expect(await read({}, "203.0.113.51")).toBe(200);
});

test.runIf(process.platform === "linux" && getPriority() < constants.priority.PRIORITY_LOW)(
  "a read that takes much of a processor goes on at a lower priority, in a session that ends with it",
  async () => {
    await observer.unsafe(`
      create function public.busy_read() returns int language plpgsql stable set statement_timeout to '60s'
        as 'begin loop null; end loop; end';
      grant execute on function public.busy_read() to anon;
      notify pgrst`);
    await vi.waitFor(
      async () => expect((await get("", service)).text()).resolves.toContain("busy_read"),
      WAIT_TIMEOUT_MS,
    );
    const reading = get("rpc/busy_read", {}, "198.51.100.20");
    const { pid } = await vi.waitFor(async () => {
      const [session] = await observer<{ pid: number; own: number }[]>`
        select pid, pg_backend_pid() as own from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%busy_read%' and pid <> pg_backend_pid()`;
      if (!session || getPriority(session.pid) === getPriority(session.own))
        throw new Error("It has no lower priority");
      return session;
    }, WAIT_TIMEOUT_MS);
    await observer`select pg_cancel_backend(${pid})`;
    expect((await reading).status).toBe(500);
    await vi.waitFor(async () => {
      expect(await observer`select from pg_stat_activity where pid = ${pid}`).toEqual([]);
    }, WAIT_TIMEOUT_MS);
  },
);
