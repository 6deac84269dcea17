/**
 * LISTEN: each notification is received once for repeated calls, and again after the database was
 * unavailable.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { listenOnce } from "#backend/realtime/topics/listen-once.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { eventually } from "./realtime-fixture.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("a notification is received once", async () => {
  const sql = database.connect("authenticator", 2);
  const received: string[] = [];
  const listen = listenOnce(sql, "events", { onNotify: (text) => received.push(text) });
  await Promise.all([listen(), listen()]);
  await listen();
  for (const text of ["one", "two"]) await sql`select pg_notify('events', ${text})`;
  await eventually(() => expect(received).toEqual(["one", "two"]));
});

test("rejects without a database; afterwards each notification is received once", async () => {
  const admin = database.connect("supabase_admin", 1);
  const [current] = await admin<{ name: string }[]>`select current_database() as name`;
  const limit = (connections: number) =>
    admin.unsafe(`alter database ${current?.name} connection limit ${connections}`);
  const sql = database.connect("authenticator", 1);
  const received: string[] = [];
  const listen = listenOnce(sql, "events", { onNotify: (text) => received.push(text) });
  await limit(0);
  for (let attempt = 0; attempt < 2; attempt++) await expect(listen()).rejects.toThrow();
  await limit(-1);
  await eventually(() => listen());
  for (const text of ["one", "two"]) await admin`select pg_notify('events', ${text})`;
  await eventually(() => expect(received).toContain("two"));
  expect(received).toEqual(["one", "two"]);
});
