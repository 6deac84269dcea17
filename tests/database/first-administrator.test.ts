/** The first administrator, created when the shop first starts. */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { AuthOptions } from "#backend/auth/auth-options.ts";
import { createAuth } from "#backend/auth/index.ts";
import { createKeys } from "#backend/core/gateway/keys.ts";
import { createTokens } from "#backend/core/gateway/tokens.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { ensureAdministrator } from "#jobs/first-administrator.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { createUnlimited } from "#tests/support/limits.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function start(email: string, password: string | null, config: AuthOptions = {}): Promise<void> {
  const auth = await createAuth({
    sql: database.connect("supabase_auth_admin", 1),
    tokens: await createTokens(await createKeys()),
    log: createLogger("silent"),
    limits: createUnlimited(),
    secret: "",
    config,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
  });
  try {
    const { createUser } = auth;
    await ensureAdministrator({ target: database.target, createUser }, { email, password });
  } finally {
    await auth.close();
  }
}

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
