/** Signing in by password: the result, the error responses, and the rate limits. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStrictLimits } from "#tests/support/limits.ts";
import {
  createUniqueEmail,
  createUniqueIp,
  PASSWORD,
  readError,
  sessionSchema,
  startAuth,
  type TestAuth,
} from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

function signIn(email: string, password: string, ip?: string): Promise<Response> {
  return auth.call("/token?grant_type=password", { body: { email, password }, ip });
}

/** The statuses of so many wrong passwords, one after the other: together, some may be refused for waiting too long. */
async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(email, "faux")).status);
  return statuses;
}

test("the correct password opens a new session and sets the last sign-in", async () => {
  const first = await auth.signUp();
  const response = await signIn(first.user.email.toUpperCase(), PASSWORD);
  expect(response.status).toBe(200);
  const session = sessionSchema.parse(await response.json());
  expect(session.user.id).toBe(first.user.id);
  expect(session.refresh_token).not.toBe(first.refresh_token);
  const sessions = await auth.sql`select user_agent, ip from auth.sessions where user_id = ${first.user.id}`;
  expect(sessions).toHaveLength(2);
  const [row] = await auth.sql`select last_sign_in_at from auth.users where id = ${first.user.id}`;
  expect(row?.last_sign_in_at).toBeInstanceOf(Date);
});

test("an unknown account and a wrong, an empty and an overlong password get the same response", async () => {
  const long = "x".repeat(72);
  const { user } = await auth.signUp(createUniqueEmail(), long);
  const responses = await Promise.all([
    signIn(createUniqueEmail(), PASSWORD),
    signIn(user.email, "faux"),
    signIn(user.email, ""),
    signIn(user.email, `${long}y`),
  ]);
  const bodies = await Promise.all(responses.map((response) => response.text()));
  expect(responses.map((response) => response.status)).toEqual([400, 400, 400, 400]);
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0] ?? "")).toEqual({
    code: 400,
    error_code: "invalid_credentials",
    msg: "Invalid login credentials",
  });
});

test("a ban is reported only with the correct password", async () => {
  const { user } = await auth.signUp();
  await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${user.id}`;
  expect(await readError(await signIn(user.email, "faux"))).toEqual([400, "invalid_credentials"]);
  expect(await readError(await signIn(user.email, PASSWORD))).toEqual([400, "user_banned"]);
});

test("an account without a password, and a deleted one, cannot sign in", async () => {
  const { user } = await auth.signUp();
  const other = await auth.signUp();
  await auth.sql`update auth.users set encrypted_password = '' where id = ${user.id}`;
  await auth.sql`update auth.users set deleted_at = now() where id = ${other.user.id}`;
  expect(await readError(await signIn(user.email, ""))).toEqual([400, "invalid_credentials"]);
  expect(await readError(await signIn(other.user.email, PASSWORD))).toEqual([400, "invalid_credentials"]);
});

test("a password that is too weak today still signs in, with the reasons", async () => {
  const { user } = await auth.signUp();
  const [{ hash } = { hash: "" }] = await auth.sql<{ hash: string }[]>`
    select encrypted_password as hash from auth.users where id = ${(await auth.signUp(createUniqueEmail(), "marteau")).user.id}`;
  await auth.sql`update auth.users set encrypted_password = ${hash} where id = ${user.id}`;
  const strict = await startAuth({ minPasswordLength: 12 });
  try {
    await strict.sql`insert into auth.users ${strict.sql(
      await auth.sql`select id, aud, role, email, encrypted_password, email_confirmed_at from auth.users where id = ${user.id}`,
    )}`;
    const body = { email: user.email, password: "marteau" };
    const response = await strict.call("/token?grant_type=password", { body });
    expect(await response.json()).toMatchObject({ weak_password: { reasons: ["length"] } });
  } finally {
    await strict.close();
  }
});

test.each([
  ["?grant_type=password", {}, 400, "validation_failed"],
  ["?grant_type=password", { email: "a@b.bf", phone: "22670000000" }, 400, "validation_failed"],
  ["?grant_type=password", { phone: "22670000000", password: PASSWORD }, 422, "phone_provider_disabled"],
  ["?grant_type=magic", {}, 400, "invalid_credentials"],
  ["?grant_type=__proto__", {}, 400, "invalid_credentials"],
  ["", {}, 400, "invalid_credentials"],
])("POST /token%s with %o is rejected", async (query, body, status, code) => {
  expect(await readError(await auth.call(`/token${query}`, { body }))).toEqual([status, code]);
});

describe("password guessing", () => {
  test("one IP address is limited after a burst, across all accounts, and other addresses are not", async () => {
    const limited = await startAuth({}, createStrictLimits({ sign_in: 3 }));
    try {
      const ip = "2001:db8::1";
      const guess = (from: string) =>
        limited.call("/token?grant_type=password", {
          body: { email: createUniqueEmail(), password: "faux" },
          ip: from,
        });
      for (let i = 0; i < 3; i++) expect((await guess(ip)).status).toBe(400);
      const rejected = await guess("2001:db8::ffff:2");
      expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await readError(rejected)).toEqual([429, "over_request_rate_limit"]);
      expect((await guess("2001:db8:0:1::1")).status).toBe(400);
      const { user } = sessionSchema.parse(
        await (
          await limited.call("/signup", { body: { email: createUniqueEmail(), password: PASSWORD }, ip })
        ).json(),
      );
      expect(user.id).toBeTruthy();
    } finally {
      await limited.close();
    }
  });

  test("two instances share the count", async () => {
    const limited = await startAuth({}, createStrictLimits({ sign_in: 2 }));
    const instance = await limited.startInstance();
    try {
      const guess = (service: TestAuth) =>
        service.call("/token?grant_type=password", {
          body: { email: createUniqueEmail(), password: "faux" },
          ip: "192.0.2.9",
        });
      expect([(await guess(limited)).status, (await guess(instance)).status]).toEqual([400, 400]);
      expect((await guess(limited)).status).toBe(429);
      expect((await guess(instance)).status).toBe(429);
      await limited.sql`truncate auth.rate_limits`;
      // A limited client is rejected without another query.
      expect((await guess(limited)).status).toBe(429);
    } finally {
      await instance.close();
      await limited.close();
    }
  });

  test("many IP addresses are limited at one account, but not the owner's known network", async () => {
    const { user } = await auth.signUp();
    const home = createUniqueIp();
    expect((await signIn(user.email, PASSWORD, home)).status).toBe(200);

    expect(await guess(user.email, 15)).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);

    expect(await readError(await signIn(user.email, PASSWORD))).toEqual([429, "over_request_rate_limit"]);
    expect((await signIn(user.email, PASSWORD, home)).status).toBe(200);
  });

  test("an account that does not exist is limited like one that does", async () => {
    expect(await guess(createUniqueEmail(), 11)).toEqual([...Array(10).fill(400), 429]);
  });

  test("attempts are allowed again over time", async () => {
    const { user } = await auth.signUp();
    await Promise.all(Array.from({ length: 10 }, () => signIn(user.email, "faux")));
    expect((await signIn(user.email, PASSWORD)).status).toBe(429);
    await auth.sql`update auth.sign_in_limits set updated_at = updated_at - interval '31 seconds'`;
    expect((await signIn(user.email, PASSWORD)).status).toBe(200);
  });

  test("the correct password does not use up the limit of others", async () => {
    const { user } = await auth.signUp();
    for (let i = 0; i < 12; i++) expect((await signIn(user.email, PASSWORD)).status).toBe(200);
  });
});
