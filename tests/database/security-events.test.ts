/** The events that administrators read from auth.audit_log_entries, and those that the database records itself. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import {
  type Actor,
  createAdministratorActor,
  createCustomerActor,
  runAs,
  visitor,
} from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let owner: Sql;
let api: Sql;
let mariam: Actor;
let awa: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = database.connect("postgres");
  api = database.connect("authenticator");
  mariam = await createAdministratorActor(owner, "mariam@exemple.bf");
  awa = await createCustomerActor(owner, "awa@exemple.bf");
});
afterAll(() => database.drop());

async function insertEvent(action: string, secondsAgo: number, actorId: string): Promise<void> {
  const payload = { action, log_type: "account", actor_id: actorId, actor_username: "awa@exemple.bf" };
  await owner`
    insert into auth.audit_log_entries (id, payload, created_at, ip_address)
    values (${randomUUID()}, ${owner.json(payload)}, now() - make_interval(secs => ${secondsAgo}), '192.0.2.7')`;
}

it("are listed newest first, in pages, by account and by action, for administrators", async () => {
  const account = randomUUID();
  for (const seconds of [10, 20, 30]) await insertEvent("login", seconds, account);
  await insertEvent("login_failed", 40, account);
  const list = (rows: string) =>
    runAs(api, mariam, (tx) => tx.unsafe(`select * from public.list_security_events(${rows})`));

  const first = await list(`'${account}', max_rows => 2`);
  expect(first).toMatchObject([
    { action: "login", log_type: "account", account_id: account, ip_address: "192.0.2.7", traits: {} },
    { action: "login", username: "awa@exemple.bf" },
  ]);
  const last = first.at(-1);
  const second = await list(
    `'${account}', before_at => '${last?.created_at.toISOString()}', before_id => '${last?.id}'`,
  );
  expect(second.map(({ action }) => action).at(-1)).toBe("login_failed");
  expect(await list(`'${account}', '{login_failed}'`)).toHaveLength(1);
});

it.each([
  ["a visitor", () => visitor],
  ["a customer", () => awa],
])("are not for %s", async (_who, actor) => {
  await expect(
    runAs(api, actor(), (tx) => tx`select * from public.list_security_events()`),
  ).rejects.toMatchObject({ code: "42501" });
});

it("tell who became an administrator, and who is one no longer", async () => {
  const [{ id } = { id: "" }] = await owner<{ id: string }[]>`
    insert into admin_users (id, name, email)
    select id, 'Awa', email from auth.users where email = 'awa@exemple.bf' returning id`;
  await owner`delete from admin_users where id = ${id}`;
  const events = await runAs(
    api,
    mariam,
    (tx) => tx`select action, log_type, username from public.list_security_events(${id})`,
  );
  expect(events.map(({ action }) => action).sort()).toEqual(["admin_granted", "admin_revoked"]);
  expect(events[0]).toMatchObject({ log_type: "team", username: "awa@exemple.bf" });
});
