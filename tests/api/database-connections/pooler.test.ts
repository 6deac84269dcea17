/** DATABASE_URL through a pooler. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { connectDatabase, type DatabaseTarget } from "#backend/core/database/database.ts";
import { checkExternalDatabase, refuseTransactionPooler } from "#backend/core/database/external-database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type PoolOrder, startPooler } from "#tests/support/transaction-pooler.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ERROR = {
  name: "StartupError",
  message: expect.stringMatching(
    /^DATABASE_URL leads to a pooler in transaction mode: set the address of .+$/,
  ),
};

async function openPooler(mode: "transaction" | "session", order?: PoolOrder): Promise<DatabaseTarget> {
  const { target } = database;
  if (target.kind !== "embedded") throw new Error("The tests' database has a socket directory");
  const pooler = await startPooler(join(target.socketDir, `.s.PGSQL.${target.port}`), mode, order);
  onTestFinished(pooler.close);
  return { kind: "url", url: `postgres://authenticator@127.0.0.1:${pooler.port}/${target.database}` };
}

test("in transaction mode it is refused, by the shop and by the process that sends mails", async () => {
  const target = await openPooler("transaction");
  await expect(checkExternalDatabase(target)).rejects.toMatchObject(ERROR);
  await expect(refuseTransactionPooler(target)).rejects.toMatchObject(ERROR);
});

test.each<[PoolOrder, number]>([
  ["last used", 4],
  ["round robin", 2],
  ["round robin", 3],
])("in transaction mode with idle connections, %s of %i, it is refused", async (order, count) => {
  const target = await openPooler("transaction", order);
  const others = connectDatabase(target, { user: "authenticator", max: count, applicationName: "test" });
  await Promise.all(Array.from({ length: count }, () => others.unsafe("select pg_sleep(0.05)")));
  await expect(checkExternalDatabase(target)).rejects.toMatchObject(ERROR);
  await others.end();
});

test("in session mode it is accepted", async () => {
  const target = await openPooler("session");
  await checkExternalDatabase(target);
  await refuseTransactionPooler(target);
});

test("a process that only sends mails starts while the database is down", async () => {
  await refuseTransactionPooler({ kind: "url", url: "postgres://shop@127.0.0.1:9/shop" });
});
