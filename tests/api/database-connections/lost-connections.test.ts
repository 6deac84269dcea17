/** Connections that the server closes, or on which it does not respond, fail and are replaced. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { connectDatabase, type Sql, type TransactionSql } from "#backend/core/database/database.ts";
import { isDatabaseUnavailable } from "#backend/core/database/database-unavailable.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type DatabaseRelay, openDatabaseRelay } from "#tests/support/database-relay.ts";

let database: TestDatabase;
let relay: DatabaseRelay;
beforeAll(async () => {
  database = await createTestDatabase();
  relay = await openDatabaseRelay(database.target);
});
afterAll(async () => {
  await relay.close();
  await database.drop();
});

const pidRows = z.tuple([z.object({ pid: z.int() })]);

/** The ways in which a connection is lost while it runs a statement. */
const LOSSES = {
  "the server closes the connection": (pid: number) => process.kill(pid, "SIGTERM"),
  "the server does not respond": () => relay.cut(),
};

async function loseDuring(tx: TransactionSql | Sql, lose: (pid: number) => void): Promise<void> {
  const [{ pid }] = pidRows.parse([...(await tx`select pg_backend_pid() as pid`)]);
  setTimeout(() => lose(pid), 100);
  // Longer than a busy machine takes to lose it.
  await tx`select pg_sleep(20)`;
}

function connect(): Sql {
  const sql = connectDatabase(relay.target, {
    user: "supabase_auth_admin",
    max: 1,
    applicationName: "test",
    responseTimeoutMs: 2000,
  });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

test.each(Object.entries(LOSSES))("when %s a statement fails, and the next one succeeds", async (_, lose) => {
  const sql = connect();
  await expect(loseDuring(sql, lose)).rejects.toSatisfy(isDatabaseUnavailable);
  // postgres.js also reports the reason of the server to the statement after it.
  await expect.poll(() => sql`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }]);
});

test.each(Object.entries(LOSSES))(
  "when %s a transaction fails, and the process continues",
  async (_, lose) => {
    const sql = connect();
    await expect(sql.begin((tx) => loseDuring(tx, lose))).rejects.toSatisfy(isDatabaseUnavailable);
    // postgres.js also reports the reason of the server to the statement after it.
    await expect.poll(() => sql`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }]);
  },
);

test("connections that wait for nothing stay open, also after a notification", async () => {
  const sql = connect();
  const readPid = async () => pidRows.parse([...(await sql`select pg_backend_pid() as pid`)])[0].pid;
  const received: string[] = [];
  let subscriptions = 0;
  await sql.listen(
    "events",
    (text) => received.push(text),
    () => subscriptions++,
  );
  await sql`select pg_notify('events', 'one')`;
  await expect.poll(() => received).toEqual(["one"]);
  const pid = await readPid();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(await readPid()).toBe(pid);
  expect(subscriptions).toBe(1);
});

test("a database without a free connection counts as unavailable", async () => {
  const admin = database.connect("supabase_admin", 1);
  const [{ name }] = await admin<[{ name: string }]>`select current_database() as name`;
  await admin`alter database ${admin(name)} connection limit 0`;
  onTestFinished(async () => {
    await admin`alter database ${admin(name)} connection limit -1`;
  });
  await expect(connect()`select 1`).rejects.toSatisfy(isDatabaseUnavailable);
});

// What of a user is in /dev/shm is deleted when they sign out of a machine with systemd-logind.
test("a connection needs no file outside the cluster", async () => {
  const sql = database.connect("supabase_admin");
  const [{ maps }] = z
    .tuple([z.object({ maps: z.string() })])
    .parse([...(await sql`select pg_read_file('/proc/self/maps') as maps`)]);
  // The cluster itself may be in /dev/shm here.
  expect(maps).toContain("/pg_dynshmem/");
  expect(maps).not.toContain("/dev/shm/PostgreSQL");
});
