/** A form in another site, which its visitors' browsers send from networks of their own. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import type { Sql } from "#backend/core/database/database.ts";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createTechnician } from "#tests/support/technicians.ts";

let backend: TestBackend;
let admin: Sql;
beforeAll(async () => {
  backend = await startTestBackend();
  admin = backend.database.connect("supabase_admin");
});
afterAll(() => backend.close());

const FOREIGN_FORM = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
const email = "victime@exemple.bf";

const send = (path: string, type: string, body: string) =>
  backend.fetch(path, { method: "POST", headers: { ...FOREIGN_FORM, "content-type": type }, body });

test.each(["recover", "otp", "magiclink", "signup"])("sends no letter by /auth/v1/%s", async (endpoint) => {
  const body = JSON.stringify({ email, password: "zorglub-92-x", filler: "=" });
  const response = await send(`/auth/v1/${endpoint}`, "text/plain", body);
  expect([response.status, await response.json()]).toMatchObject([
    401,
    { message: "No API key found in request" },
  ]);
  expect(await admin`select from auth.users where email = ${email}`).toHaveLength(0);
  expect(await admin`select from mails where recipient = ${email}`).toHaveLength(0);
});

it("writes to no technician", async () => {
  const { id } = await createTechnician(admin);
  const message = {
    technician_id: id,
    name: "Awa",
    email,
    phone: "70112233",
    message: `Une fuite ${randomUUID()}`,
  };
  const body = String(new URLSearchParams(message));
  expect((await send("/rest/v1/messages", "application/x-www-form-urlencoded", body)).status).toBe(401);
  expect(await admin`select from messages`).toHaveLength(0);
});

it("is what a provider returns with, and a program needs no key", async () => {
  const returned = await send("/auth/v1/callback", "application/x-www-form-urlencoded", "code=a&state=b");
  expect(returned.status).toBe(303);
  const headers = { "content-type": "application/json" };
  const program = await backend.fetch("/auth/v1/recover", {
    method: "POST",
    headers,
    body: JSON.stringify({ email }),
  });
  expect(program.status).toBe(200);
});
