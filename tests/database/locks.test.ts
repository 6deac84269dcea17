import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { LOCKS, readLocks } from "./expected-locks.ts";

let database: TestDatabase;
let admin: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
});
afterAll(() => database.drop());

it("every lock is listed, in the order of its function", async () => {
  expect(await readLocks(admin)).toEqual(LOCKS);
});
