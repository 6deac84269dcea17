/** What visitors may send without an account: messages to technicians. Quotes come with a file: tests/api/quotes. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sql } from "../../../backend/core/database.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { as, failureOf, visitor } from "./actors.ts";

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

const send = (values: Record<string, string | null>) =>
  as(
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

it("a message arrives unread", async () => {
  await send({});
  const rows = await admin`select technician_id, name, message, read_at from public.messages`;
  expect([...rows]).toEqual([
    { technician_id: technicianId, name: "Awa", message: "Une fuite sous l'évier", read_at: null },
  ]);
});

it.each<[string, Record<string, string | null>, string]>([
  ["without a name", { name: " " }, "23514"],
  ["with an e-mail that is none", { email: "awa" }, "23514"],
  ["without a phone", { phone: "" }, "23514"],
  ["of nine letters", { message: "Au secour" }, "23514"],
  ["to nobody", { technician_id: null }, "42501"],
  ["to a technician who does not exist", { technician_id: randomUUID() }, "42501"],
  ["that claims to be read", { read_at: "2026-01-01" }, "42501"],
])("a message %s is refused", async (_what, values, code) => {
  expect(await failureOf(send(values))).toBe(code);
});
