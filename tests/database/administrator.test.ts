/** The first administrator, created when the shop first starts. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAdmin } from "#backend/ensure-admin.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const start = (email: string, password: string | null, auth = {}) =>
  ensureAdmin(database.target, { admin: { email, password }, auth });

const administrators = async () => {
  const rows = await database.connect("postgres", 1)`select email from public.admin_users order by email`;
  return rows.map(({ email }) => email);
};

it.each([
  ["patron", "mot-de-passe-1", {}],
  ["patron@boutique.bf", "court", {}],
  ["patron@boutique.bf", "mot-de-passe", { passwordGroups: ["digit" as const] }],
  ["patron@boutique.bf", "x".repeat(73), {}],
])("%s with the password %s is rejected at startup with a one-line error", async (email, password, auth) => {
  await expect(start(email, password, auth)).rejects.toMatchObject({
    name: "StartupError",
    message: expect.stringMatching(/^No administrator can be made of ADMIN_EMAIL and ADMIN_PASSWORD \(.+$/),
  });
  expect(await administrators()).toEqual([]);
});

it("is created once, regardless of the case of the address", async () => {
  for (let starts = 0; starts < 2; starts++) await start("Patron@Boutique.bf", "mot-de-passe-1");
  expect(await administrators()).toEqual(["patron@boutique.bf"]);
  await start("autre@boutique.bf", null);
  expect(await administrators()).toEqual(["patron@boutique.bf"]);
});
