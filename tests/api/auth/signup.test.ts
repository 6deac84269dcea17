/** Sign-up: the new account, taken addresses and weak passwords. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createUser } from "#backend/auth/accounts.ts";
import { waitForPort } from "#harness/wait-for-port.ts";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
} from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

/** Expects the fields to be dates. */
const moments = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)]));

describe("a new account", () => {
  test("is signed in at once, and its address is stored in lower case", async () => {
    const body = { email: "Awa.Traore@Example.BF", password: PASSWORD, data: { first_name: "Awa" } };
    const response = await auth.call("/signup", { body });
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const session = sessionSchema.parse(await response.json());
    expect(session).toMatchObject({
      expires_in: 3600,
      user: {
        aud: "authenticated",
        role: "authenticated",
        email: "awa.traore@example.bf",
        phone: "",
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: { first_name: "Awa", email_verified: true },
        is_anonymous: false,
        ...moments("created_at", "updated_at", "email_confirmed_at", "confirmed_at", "last_sign_in_at"),
      },
    });
    expect(session.user.identities).toMatchObject([
      {
        id: session.user.id,
        user_id: session.user.id,
        provider: "email",
        email: "awa.traore@example.bf",
        identity_data: { sub: session.user.id, first_name: "Awa", email_verified: false },
        ...moments("created_at", "updated_at", "last_sign_in_at"),
      },
    ]);
  });

  test("stores a bcrypt hash, and neither the password nor the hash is in the response", async () => {
    const email = createUniqueEmail();
    const response = await auth.call("/signup", { body: { email, password: "très secret" } });
    const body = await response.text();
    const [row] = await auth.sql`select encrypted_password from auth.users where email = ${email}`;
    expect(row?.encrypted_password).toMatch(/^\$2[ab]\$\d\d\$/);
    expect(body).not.toContain("secret");
    expect(body).not.toContain(row?.encrypted_password);
  });

  test("fires the shop's triggers, and a failing one rolls everything back", async () => {
    await auth.owner.unsafe(`
      create function public.refuse_account() returns trigger language plpgsql as
        $$ begin if new.email like 'refused%' then raise exception 'no, says the shop'; end if; return new; end $$;
      create trigger refuse_account after insert or update on auth.users
        for each row execute function public.refuse_account()`);
    const response = await auth.call("/signup", {
      body: { email: "refused@example.bf", password: PASSWORD },
    });
    expect(response.status).toBe(500);
    const body = await response.json();
    expect(body).toMatchObject({ error_code: "unexpected_failure", msg: "Database error saving new user" });
    expect(JSON.stringify(body)).not.toContain("says the shop");
    expect(await auth.sql`select from auth.users where email = 'refused@example.bf'`).toHaveLength(0);
  });
});

describe("a taken address", () => {
  test("is rejected in any spelling", async () => {
    const { user } = await auth.signUp();
    const response = await auth.call("/signup", {
      body: { email: user.email.toUpperCase(), password: PASSWORD },
    });
    expect(await readError(response)).toEqual([422, "user_already_exists"]);
  });

  test("goes to one of many concurrent requests", async () => {
    const email = createUniqueEmail();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => auth.call("/signup", { body: { email, password: PASSWORD } })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...new Array(7).fill(422)]);
    expect(await auth.sql`select from auth.users where email = ${email}`).toHaveLength(1);
  });
});

test.each([
  ["no address", { password: PASSWORD }, 422, "anonymous_provider_disabled"],
  ["a phone number", { phone: "22670000000", password: PASSWORD }, 422, "phone_provider_disabled"],
  ["both", { email: "a@b.bf", phone: "22670000000", password: PASSWORD }, 400, "validation_failed"],
  ["no password", { email: "a@b.bf" }, 400, "validation_failed"],
  ["an address without @", { email: "awa.example.bf", password: PASSWORD }, 400, "validation_failed"],
  ["an address with spaces", { email: "a b@c.bf", password: PASSWORD }, 400, "validation_failed"],
  [
    "an address that is too long",
    { email: `${"a".repeat(300)}@c.bf`, password: PASSWORD },
    400,
    "validation_failed",
  ],
  ["a NUL in the address", { email: "a\0@c.bf", password: PASSWORD }, 400, "validation_failed"],
  ["a short password", { email: "a@b.bf", password: "12345" }, 422, "weak_password"],
  ["73 characters", { email: "a@b.bf", password: "x".repeat(73) }, 400, "validation_failed"],
  ["73 bytes", { email: "a@b.bf", password: `${"é".repeat(36)}x` }, 400, "validation_failed"],
  ["data with NUL", { email: "a@b.bf", password: PASSWORD, data: { a: ["\0"] } }, 400, "validation_failed"],
  [
    "huge data",
    { email: "a@b.bf", password: PASSWORD, data: { a: "x".repeat(7000) } },
    400,
    "validation_failed",
  ],
  ["data that is a list", { email: "a@b.bf", password: PASSWORD, data: [] }, 400, "bad_json"],
  ["a number as address", { email: 5, password: PASSWORD }, 400, "bad_json"],
])("signing up with %s is rejected", async (_what, body, status, code) => {
  expect(await readError(await auth.call("/signup", { body }))).toEqual([status, code]);
});

test("a weak password is rejected with its reasons, in the older and in the newer shape", async () => {
  const body = { email: createUniqueEmail(), password: "12345" };
  const older = await auth.call("/signup", { body });
  expect(await older.json()).toEqual({
    code: 422,
    error_code: "weak_password",
    msg: "Password should be at least 6 characters.",
    weak_password: { reasons: ["length"] },
  });
  const newer = await auth.call("/signup", { body, headers: { "x-supabase-api-version": "2024-01-01" } });
  expect(newer.headers.get("x-supabase-api-version")).toBe("2024-01-01");
  expect(newer.headers.get("x-sb-error-code")).toBe("weak_password");
  expect(await newer.json()).toEqual({
    code: "weak_password",
    message: "Password should be at least 6 characters.",
    weak_password: { reasons: ["length"] },
  });
});

test("a leaked password is rejected, and accepted when the check is unavailable", async () => {
  // SHA-1 of the password is D6330 E4EE7B792FBB8BAD4BA872958E86424F4BF.
  const leaked = "marteau-et-clou-2026";
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? "");
    response.end("E4EE7B792FBB8BAD4BA872958E86424F4BF:42\r\n003D68EB55068C33ACE09247EE4C639306B:0\r\n");
  });
  const port = await waitForPort(server.listen(0, "127.0.0.1"));
  const careful = await startAuth({ leakedPasswordsUrl: `http://127.0.0.1:${port}/range/` });
  try {
    const signUp = (password: string) =>
      careful.call("/signup", { body: { email: createUniqueEmail(), password } });
    expect(await (await signUp(leaked)).json()).toMatchObject({
      error_code: "weak_password",
      weak_password: { reasons: ["pwned"] },
    });
    expect(requested).toEqual(["/range/D6330"]);
    expect((await signUp("un autre mot")).status).toBe(200);
    await new Promise((resolve) => server.close(resolve));
    expect((await signUp(leaked)).status).toBe(200);
  } finally {
    server.close();
    await careful.close();
  }
});

describe("without autoconfirm", () => {
  let strict: TestAuth;
  beforeAll(async () => {
    strict = await startAuth({ autoconfirm: false, emailMinIntervalSeconds: 0 });
  });
  afterAll(() => strict.close());

  test("the response is the account, and it cannot sign in yet", async () => {
    const email = createUniqueEmail();
    const response = await strict.call("/signup", { body: { email, password: PASSWORD } });
    const user = userSchema
      .strict()
      .partial()
      .loose()
      .parse(await response.json());
    expect(user).toMatchObject({ email, role: "authenticated" });
    expect(user).not.toHaveProperty("access_token");
    expect(user).not.toHaveProperty("email_confirmed_at");
    const signIn = { body: { email, password: PASSWORD } };
    expect(await readError(await strict.call("/token?grant_type=password", signIn))).toEqual([
      400,
      "email_not_confirmed",
    ]);
  });

  test("a taken address gets the same response as a free one, with nothing of the real account", async () => {
    const email = createUniqueEmail();
    const data = { first_name: "Awa" };
    const first = userSchema.parse(
      await (await strict.call("/signup", { body: { email, password: PASSWORD, data } })).json(),
    );
    await strict.followLink((await strict.getLatestMail(email)).link);
    const again = await strict.call("/signup", { body: { email, password: "un autre", data: {} } });
    expect(again.status).toBe(200);
    const dates = userSchema.parse(await again.json());
    expect(dates).toMatchObject({ email, identities: [], user_metadata: {} });
    expect(dates.id).not.toBe(first.id);
  });
});

test("sign-up can be disabled", async () => {
  const closed = await startAuth({ signupEnabled: false });
  try {
    const response = await closed.call("/signup", {
      body: { email: createUniqueEmail(), password: PASSWORD },
    });
    expect(await readError(response)).toEqual([422, "signup_disabled"]);
  } finally {
    await closed.close();
  }
});

test("the server creates its administrator itself, once", async () => {
  const email = createUniqueEmail();
  const { id } = await createUser(auth.sql, { email, password: PASSWORD, confirmed: true });
  const response = await auth.call("/token?grant_type=password", { body: { email, password: PASSWORD } });
  expect(sessionSchema.parse(await response.json()).user.id).toBe(id);
  await expect(createUser(auth.sql, { email, password: PASSWORD, confirmed: true })).rejects.toMatchObject({
    code: "email_exists",
  });
});
