/** A database that does not respond, and connections that turn out to be closed. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { defaultRestConfig } from "#backend/rest/config.ts";
import { isAlive } from "#harness/is-alive.ts";
import { type DatabaseRelay, openDatabaseRelay } from "#tests/support/database-relay.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";
import { asUser, type Cinema, openCinema } from "./cinema.ts";

let cinema: Cinema;
let relay: DatabaseRelay;
let observer: Sql;
beforeAll(async () => {
  cinema = await openCinema({ deadlineMarginMs: 1000 }, "", async (target) => {
    relay = await openDatabaseRelay(target);
    return relay.target;
  });
  observer = cinema.database.connect("supabase_admin", 1);
  const [current] = await observer<{ name: string }[]>`select current_database() as name`;
  for (const role of ["anon", "authenticated"]) {
    await observer.unsafe(`alter role ${role} in database ${current?.name} set statement_timeout = '2s'`);
  }
  await cinema.rest.reloadSchema();
});
afterAll(async () => {
  await cinema.close();
  await relay.close();
});

const OUTCOME_UNKNOWN = expect.stringMatching(/^It is unknown whether the change was made/);

/** The processes of the service's connections. */
async function listBackends(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where usename = 'authenticator' and datname = current_database() and query not like 'listen%'`;
  return rows.map(({ pid }) => pid);
}

const addGenre = (id: number, service = cinema) =>
  service.call("POST", "genres", { body: { id, label: "Terre" }, claims: asUser });

test.each([
  ["a read", () => cinema.call("GET", "genres?select=id"), null],
  ["a write", () => addGenre(50), OUTCOME_UNKNOWN],
  [
    "a write that is checked before its commit",
    () =>
      cinema.call("POST", "genres?select=id", {
        body: { id: 51, label: "Feu" },
        claims: asUser,
        headers: { prefer: "return=representation", accept: "application/vnd.pgrst.object+json" },
      }),
    OUTCOME_UNKNOWN,
  ],
])("%s ends at its deadline, and the next one gets a new connection", async (_, send, details) => {
  await send();
  relay.cut();
  const response = await send();
  expect(response).toMatchObject({ status: 504, json: { code: "PGRST003", details } });
  expect((await cinema.call("GET", "genres?select=id&id=eq.1")).json).toEqual([{ id: 1 }]);
});

test("a write that has waited for a connection has less time for its answer", async () => {
  const write = { connections: 1, waitMs: 8000 };
  const narrow = await openCinema({
    deadlineMarginMs: 1000,
    priorities: { ...defaultRestConfig.priorities, write },
  });
  onTestFinished(() => narrow.close());
  const sql = narrow.database.connect("supabase_admin", 1);
  await sql.unsafe(
    `alter role authenticated in database ${narrow.database.name} set statement_timeout = '2s'`,
  );
  await narrow.rest.reloadSchema();
  const nap = () => narrow.call("POST", "rpc/nap", { body: { seconds: 1.8 }, claims: asUser });
  const [first, second] = await Promise.all([nap(), nap()]);
  expect(first.status).toBe(204);
  expect(second).toMatchObject({ status: 504, json: { code: "PGRST003", details: OUTCOME_UNKNOWN } });
});

test("a running write whose connection is lost has an unknown outcome, a read has none", async () => {
  const [read, write] = [
    cinema.call("GET", "rpc/nap?seconds=0.6"),
    cinema.call("POST", "rpc/nap", { body: { seconds: 0.6 }, claims: asUser }),
  ];
  await expect
    .poll(
      () =>
        observer`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    )
    .toHaveLength(2);
  for (const pid of await listBackends(observer)) process.kill(pid, "SIGTERM");
  expect(await read).toMatchObject({ status: 503, json: { code: "PGRST000", details: null } });
  expect(await write).toMatchObject({ status: 503, json: { code: "PGRST000", details: OUTCOME_UNKNOWN } });
});

test("a closed connection that nobody has noticed yet is replaced, and the request is sent once", async () => {
  const direct = await openCinema();
  onTestFinished(() => direct.close());
  const sql = direct.database.connect("supabase_admin", 1);
  for (let id = 60; id < 64; id++) {
    // Repeated, so that it is one message.
    expect((await addGenre(id, direct)).status).toBe(201);
    const pids = await listBackends(sql);
    for (const pid of pids) process.kill(pid, "SIGTERM");
    // This process reads nothing meanwhile, also not that the connections are closed.
    const limit = Date.now() + WAIT_TIMEOUT_MS;
    while (pids.some(isAlive) && Date.now() < limit);
    expect((await addGenre(id + 10, direct)).status).toBe(201);
    expect(await sql`select from cinema.genres where id = ${id + 10}`).toHaveLength(1);
    await sleep(50);
  }
});
