/** The admin area's list of limits: who reads it, the groups, and the sums of what was refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
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

beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("supabase_admin");
  api = database.connect("authenticator");
  administrator = await createAdministratorActor(owner, "admin@example.com");
  customer = await createCustomerActor(owner, "awa@example.com");
});
afterAll(() => database.drop());

const list = (actor: Actor) => runAs(api, actor, (tx) => tx`select * from public.limits_with_refusals()`);

test("each limit has the refusals of today, of 7 and of 30 days", async () => {
  await owner`
    insert into public.limits (name, scope, label, maximum, period_seconds) values
      ('order_parcels', 'account', 'Colis', 3, 3600), ('order_parcels', 'network', 'Colis', null, null)`;
  await owner`
    insert into public.limit_refusals (name, audience, scope, day, refused)
    select 'order_parcels', 'everyone', 'account', (now() at time zone 'UTC')::date - days_ago, refused
    from (values (0, 1), (6, 10), (7, 100), (29, 1000), (30, 10000)) r (days_ago, refused)`;
  const rows = await list(administrator);
  const parcels = rows.filter((row) => row.name === "order_parcels");
  const common = { name: "order_parcels", audience: "everyone", limit_group: "orders", label: "Colis" };
  expect(parcels).toMatchObject([
    { ...common, scope: "account", maximum: "3", period_seconds: 3600, default_maximum: "3" },
    { ...common, scope: "network", maximum: null, period_seconds: null, default_maximum: null },
  ]);
  expect(parcels.map((row) => [row.refused_today, row.refused_7_days, row.refused_30_days])).toEqual([
    ["1", "11", "1111"],
    ["0", "0", "0"],
  ]);
});

test("only administrators read it", async () => {
  expect(await list(customer)).toEqual([]);
  expect(await getSqlState(list(visitor))).toBe("42501");
});

test.each([
  ["orders", "orders"],
  ["order_mails", "orders"],
  ["sign_in", "accounts"],
  ["session_refresh", "accounts"],
  ["messages_to_technician", "contributions"],
  ["quote_files", "files"],
  ["quote_bytes", "files"],
  ["read_embeds", "database"],
  ["parallel_writes", "database"],
  ["socket_message", "realtime"],
  ["signature", "other"],
  ["zebras", "other"],
])("%s belongs to %s", async (name, group) => {
  const [row] = await owner`select private.get_limit_group(${name}) as group`;
  expect(row).toEqual({ group });
});
