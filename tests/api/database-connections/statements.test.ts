/** Statements are told when they end, with what they are part of and without their values. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connectDatabase, type Sql } from "#backend/core/database/database.ts";
import { observeStatements, type StatementRun } from "#backend/core/database/statements.ts";
import { getWork, runWork } from "#backend/core/observability/work-context.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let sql: Sql;
let told: (StatementRun & { requestId: string | undefined })[];
let stop: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = connectDatabase(database.target, {
    user: "postgres",
    max: 2,
    applicationName: "test",
    reportsStatements: true,
  });
  stop = observeStatements(0, (run) => told.push({ ...run, requestId: getWork().requestId }));
});
beforeEach(() => {
  told = [];
});
afterAll(async () => {
  stop();
  await sql.end();
  await database.drop();
});

const listTexts = () => told.map(({ statement }) => statement);

test("a statement is told with its caller, and not its values", async () => {
  const condition = sql`where value = ${"secret"}`;
  const work = { requestId: "one", method: "POST", path: "/auth/v1/token" };
  await runWork(work, async () => {
    await sql`select value
      from (values ('public')) v (value) ${condition}`;
  });
  expect(told).toEqual([
    {
      ms: expect.any(Number),
      role: "postgres",
      method: "POST",
      path: "/auth/v1/token",
      task: undefined,
      statement: "select value from (values ('public')) v (value) where value = $1",
      requestId: "one",
    },
  ]);
});

test("so are those of transactions, savepoints and reserved connections, and those that fail", async () => {
  await runWork({ task: "Sales" }, async () => {
    await sql.begin(async (tx) => {
      await tx`select 1`;
      await tx.savepoint(async (inner) => {
        await inner.unsafe("select 2");
      });
    });
    const reserved = await sql.reserve();
    await reserved`select 3`;
    reserved.release();
    await expect(sql`select 1 / ${0}::int`).rejects.toThrow("division by zero");
  });
  expect(listTexts()).toEqual(["select 1", "select 2", "select 3", "select 1 / $1::int"]);
  expect(told.every(({ task }) => task === "Sales")).toBe(true);
});
