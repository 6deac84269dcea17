/** Hearing what is notified: once however often it is asked for, and again after it could not be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOnce } from "../../../backend/realtime/rooms/listening.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { eventually } from "./service.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("what is notified is heard once", async () => {
  const sql = database.connect("authenticator", 2);
  const heard: string[] = [];
  const hear = listenOnce(sql, "bell", { onNotify: (text) => heard.push(text) });
  await Promise.all([hear(), hear()]);
  await hear();
  for (const text of ["one", "two"]) await sql`select pg_notify('bell', ${text})`;
  await eventually(() => expect(heard).toEqual(["one", "two"]));
});

test("without a database it rejects; afterwards it hears again, once", async () => {
  const admin = database.connect("supabase_admin", 1);
  const [here] = await admin<{ name: string }[]>`select current_database() as name`;
  const limit = (connections: number) =>
    admin.unsafe(`alter database ${here?.name} connection limit ${connections}`);
  const sql = database.connect("authenticator", 1);
  const heard: string[] = [];
  const hear = listenOnce(sql, "bell", { onNotify: (text) => heard.push(text) });
  await limit(0);
  for (let attempt = 0; attempt < 2; attempt++) await expect(hear()).rejects.toThrow();
  await limit(-1);
  await eventually(() => hear());
  for (const text of ["one", "two"]) await admin`select pg_notify('bell', ${text})`;
  await eventually(() => expect(heard).toContain("two"));
  expect(heard).toEqual(["one", "two"]);
});
