/** Connections that the server closes, or on which it does not respond, fail and are replaced. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { connectDatabase, type Sql, type TransactionSql } from "#backend/core/database.ts";
import { isDatabaseUnavailable } from "#backend/core/database-unavailable.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { isAlive } from "#tests/support/is-alive.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const pidRows = z.tuple([z.object({ pid: z.int() })]);

/** Signals the server process of the connection while it runs a statement. */
async function signalDuring(tx: TransactionSql | Sql, signal: NodeJS.Signals): Promise<void> {
  const [{ pid }] = pidRows.parse([...(await tx`select pg_backend_pid() as pid`)]);
  onTestFinished(() => {
    if (isAlive(pid)) process.kill(pid, "SIGCONT");
  });
  setTimeout(() => process.kill(pid, signal), 100);
  await tx`select pg_sleep(0.5)`;
}

function connect(): Sql {
  const sql = connectDatabase(database.target, {
    user: "supabase_auth_admin",
    max: 1,
    applicationName: "test",
    responseTimeoutMs: 700,
  });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

test.each(["SIGTERM", "SIGSTOP"] as const)(
  "after %s a statement fails, and the next one succeeds",
  async (signal) => {
    const sql = connect();
    await expect(signalDuring(sql, signal)).rejects.toSatisfy(isDatabaseUnavailable);
    // postgres.js also reports the reason of the server to the statement after it.
    await expect.poll(() => sql`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }]);
  },
);

test.each(["SIGTERM", "SIGSTOP"] as const)(
  "after %s a transaction fails, and the process continues",
  async (signal) => {
    const sql = connect();
    await expect(sql.begin((tx) => signalDuring(tx, signal))).rejects.toSatisfy(isDatabaseUnavailable);
    // postgres.js also reports the reason of the server to the statement after it.
    await expect.poll(() => sql`select 1 as one`.catch(() => null)).toEqual([{ one: 1 }]);
  },
);

test("a connection that waits for nothing stays open", async () => {
  const sql = connect();
  const readPid = async () => pidRows.parse([...(await sql`select pg_backend_pid() as pid`)])[0].pid;
  const pid = await readPid();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await readPid()).toBe(pid);
});
