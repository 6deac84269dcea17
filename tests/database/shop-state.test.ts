/** The state of the shop: what processes report, which problems follow, who reads it, and whom the shop tells. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { writeLastBackup } from "#backend/core/last-backup.ts";
import { reportInstance } from "#jobs/shop-state.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  getSqlState,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let owner: Sql;
let api: Sql;
let administrator: Actor;
let customer: Actor;
let dataDir: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
  api = database.connect("authenticator");
  const admin = database.connect("supabase_admin");
  administrator = await createAdministratorActor(admin, "admin@example.com");
  customer = await createCustomerActor(admin, "awa@example.com");
});
afterAll(() => database.drop());

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "yaare-state-"));
  await writeLastBackup(dataDir, new Date());
  await report();
  // Whatever the disk and the load of the machine that runs the test.
  await owner`update private.instances set disk_free_bytes = 5e10, disk_total_bytes = 1e11, database_ms = 1, tasks = '[]'`;
});
afterEach(async () => {
  await owner`truncate private.instances, private.shop_problems, public.mails`;
  await rm(dataDir, { recursive: true });
});

const report = (certificateEnd: Date | null = null) =>
  reportInstance(owner, {
    name: "machine:3000",
    version: "1.2.3",
    startedAt: new Date(),
    dataDir,
    getCertificateEnd: () => certificateEnd,
  });
const find = async () => [...(await owner`select * from private.find_shop_problems() order by kind`)];
const insertMails = (count: number, age: string, column: "failed_at" | "created_at") => owner`
  insert into public.mails (subject_id, kind, recipient, ${owner(column)})
  select gen_random_uuid(), 'stock_alert', 'awa@example.com', now() - ${age}::interval
  from generate_series(1, ${count})`;

test("a process reports itself, with its disk and its work", async () => {
  const certificateEnd = new Date("2120-01-01T00:00:00Z");
  await report(certificateEnd);
  const [row] = await owner`select * from private.instances`;
  expect(row).toMatchObject({
    name: "machine:3000",
    version: "1.2.3",
    certificate_ends_at: certificateEnd,
  });
  expect(Number(row?.disk_total_bytes)).toBeGreaterThan(Number(row?.disk_free_bytes));
  expect(Date.now() - row?.backed_up_at.getTime()).toBeLessThan(60_000);
  expect(row?.tasks).toEqual(expect.any(Array));
});

test("nothing is wrong with a shop that runs", async () => {
  expect(await find()).toEqual([]);
});

describe("a problem", () => {
  test("is a backup that is old, or was never made in a shop of a day", async () => {
    await owner`update private.instances set backed_up_at = now() - interval '49 hours'`;
    expect(await find()).toEqual([{ kind: "backup", detail: { since: expect.any(String) } }]);
    await owner`update private.instances set backed_up_at = null`;
    expect(await find()).toEqual([]);
    await owner`update public.admin_users set created_at = now() - interval '25 hours'`;
    expect(await find()).toEqual([{ kind: "backup", detail: { since: null } }]);
    await owner`update public.admin_users set created_at = now()`;
  });

  test.each([
    [9e9, 1e11, false],
    [4e9, 1e11, true],
    [1.5e9, 1e10, false],
    [9e8, 1e10, true],
  ])("is a disk with %d of %d bytes free: %s", async (free, total, isProblem) => {
    await owner`update private.instances set disk_free_bytes = ${free}, disk_total_bytes = ${total}`;
    const disk = { kind: "disk", detail: { instance: "machine:3000", free, total } };
    expect(await find()).toEqual(isProblem ? [disk] : []);
  });

  test("is a slow database", async () => {
    await owner`update private.instances set database_ms = 300.6`;
    expect(await find()).toEqual([{ kind: "database", detail: { ms: 301 } }]);
  });

  test("is a certificate that ends within ten days", async () => {
    await owner`update private.instances set certificate_ends_at = now() + interval '241 hours'`;
    expect(await find()).toEqual([]);
    await owner`update private.instances set certificate_ends_at = now() + interval '239 hours'`;
    expect(await find()).toEqual([{ kind: "certificate", detail: { until: expect.any(String) } }]);
  });

  test("is a process that is silent, for an hour", async () => {
    const silentFor = (age: string) =>
      owner`update private.instances set seen_at = now() - ${age}::interval, backed_up_at = now()`;
    await silentFor("121 seconds");
    expect(await find()).toEqual([{ kind: "instances", detail: { names: ["machine:3000"] } }]);
    await silentFor("61 minutes");
    expect(await find()).toEqual([]);
  });

  test("are mails that wait, and many that failed", async () => {
    await insertMails(2, "14 minutes", "created_at");
    await insertMails(9, "1 hour", "failed_at");
    expect(await find()).toEqual([]);
    await insertMails(1, "16 minutes", "created_at");
    await insertMails(1, "1 hour", "failed_at");
    expect(await find()).toEqual([
      { kind: "mails_failed", detail: { count: 10 } },
      { kind: "mails_waiting", detail: { count: 3, since: expect.any(String) } },
    ]);
  });

  test("is periodic work that fails or does not end", async () => {
    const ended = (age: string, error: string | null = null) => owner`
      update private.instances set tasks = jsonb_build_array(jsonb_build_object(
        'name', 'Sales', 'intervalSeconds', 60, 'endedAt', now() - ${age}::interval, 'error', ${error}::text))`;
    await ended("12 minutes");
    expect(await find()).toEqual([]);
    const problem = { kind: "tasks", detail: { names: ["Sales"] } };
    await ended("14 minutes");
    expect(await find()).toEqual([problem]);
    await ended("0 minutes", "refused");
    expect(await find()).toEqual([problem]);
    await owner`
      update private.instances set started_at = now() - interval '14 minutes', tasks = jsonb_build_array(
        jsonb_build_object('name', 'Sales', 'intervalSeconds', 60, 'endedAt', null, 'error', null))`;
    expect(await find()).toEqual([problem]);
  });
});

describe("the shop", () => {
  const tell = () => owner`select private.tell_shop_problems()`;
  const listMails = async () =>
    (
      await owner`select recipient, payload from public.mails where kind = 'shop_problem' order by created_at`
    ).map(({ recipient, payload }) => ({ recipient, ...payload }));

  test("is told of a problem once, after ten minutes, and when it is over", async () => {
    const [shop] = await owner`select email from public.shop_settings`;
    await owner`update private.instances set database_ms = 900`;
    await tell();
    await tell();
    expect(await listMails()).toEqual([]);
    await owner`update private.shop_problems set began_at = now() - interval '11 minutes'`;
    await tell();
    await tell();
    const told = { recipient: shop?.email, problem: "database", detail: { ms: 900 } };
    expect(await listMails()).toEqual([{ ...told, isOver: false }]);
    await owner`update private.instances set database_ms = 1`;
    await tell();
    await tell();
    expect(await listMails()).toEqual([
      { ...told, isOver: false },
      { ...told, isOver: true },
    ]);
  });

  test("is told nothing of what passes by itself", async () => {
    await owner`update private.instances set database_ms = 900`;
    await tell();
    await owner`update private.instances set database_ms = 1`;
    await tell();
    expect(await listMails()).toEqual([]);
    expect([...(await owner`select * from private.shop_problems`)]).toEqual([]);
  });

  test("forgets a process after a day", async () => {
    await owner`update private.instances set seen_at = now() - interval '25 hours'`;
    await tell();
    expect([...(await owner`select * from private.instances`)]).toEqual([]);
  });
});

test("administrators read the state, and nobody else", async () => {
  const read = (actor: Actor) =>
    runAs(api, actor, async (tx) => (await tx`select public.get_shop_state() as state`)[0]?.state);
  await insertMails(10, "1 hour", "failed_at");
  expect(await read(administrator)).toMatchObject({
    problems: [{ kind: "mails_failed", detail: { count: 10 }, began_at: expect.any(String) }],
    instances: [{ name: "machine:3000", version: "1.2.3", database_ms: 1 }],
    backed_up_at: expect.any(String),
    mails: { waiting: 0, since: null },
    mails_failed: 10,
    database: { version: expect.any(String), bytes: expect.any(Number), connections: expect.any(Number) },
  });
  expect(await read(customer)).toBeNull();
  expect(await getSqlState(read(visitor))).toBe("42501");
});
