/** Visitors send messages to technicians without an account. Quotes come with a file: tests/api/quotes. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { getSqlState, runAs, visitor } from "#tests/support/actors.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let admin: Sql;
let api: Sql;
let technicianId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  admin = database.connect("supabase_admin");
  api = database.connect("authenticator");
  const [row] = await admin<{ id: string }[]>`
    insert into public.technician_profiles (name, slug, specialty, specialty_slug, description)
    values ('Ali', 'ali', 'Plomberie', 'plomberie', 'Dépannage') returning id`;
  technicianId = row?.id ?? "";
});
afterAll(() => database.drop());

const sendMessage = (values: Record<string, string | null>) =>
  runAs(
    api,
    visitor,
    (tx) => tx`
      insert into public.messages ${tx({
        technician_id: technicianId,
        name: "Awa",
        email: "awa@example.com",
        phone: "70112233",
        message: "Une fuite sous l'évier",
        ...values,
      })}`,
  );

it("a message is stored as unread", async () => {
  await sendMessage({});
  const rows = await admin`select technician_id, name, message, read_at from public.messages`;
  expect([...rows]).toEqual([
    { technician_id: technicianId, name: "Awa", message: "Une fuite sous l'évier", read_at: null },
  ]);
});

it.each<[string, Record<string, string | null>, string]>([
  ["without a name", { name: " " }, "23514"],
  ["with an invalid e-mail", { email: "awa" }, "23514"],
  ["without a phone", { phone: "" }, "23514"],
  ["of nine letters", { message: "Au secour" }, "23514"],
  ["without a technician", { technician_id: null }, "42501"],
  ["to a technician who does not exist", { technician_id: randomUUID() }, "42501"],
  ["that claims to be read", { read_at: "2026-01-01" }, "42501"],
])("a message %s is rejected", async (_what, values, code) => {
  expect(await getSqlState(sendMessage(values))).toBe(code);
});
