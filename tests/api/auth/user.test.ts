/** The owner of an account reads and changes it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";
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

function update(token: string, body: unknown): Promise<Response> {
  return auth.call("/user", { method: "PUT", token, body });
}

async function signIn(email: string, password: string): Promise<Response> {
  return auth.call("/token?grant_type=password", { body: { email, password } });
}

test("the account is shown to its owner", async () => {
  const session = await auth.signUp();
  const response = await auth.call("/user", { method: "GET", token: session.access_token });
  expect(response.status).toBe(200);
  expect(userSchema.parse(await response.json())).toEqual(session.user);
});

test.each([
  ["PUT", "/user", { email: createUniqueEmail() }],
  ["POST", "/factors", { factor_type: "totp" }],
])("%s %s tells that the account was deleted meanwhile", async (method, path, body) => {
  const { access_token: token, user } = await auth.signUp();
  const { response } = await auth.owner.begin(async (tx) => {
    await tx`delete from auth.users where id = ${user.id}`;
    const response = auth.call(path, { method, token, body });
    await waitForBlockedTransactions(auth.owner, 1, "supabase_auth_admin");
    return { response };
  });
  expect(await readError(await response)).toEqual([403, "user_not_found"]);
});

describe("user metadata", () => {
  test("is merged, and null removes a key", async () => {
    const { access_token: token } = await auth.signUp();
    await update(token, { data: { first_name: "Awa", phone: "70000000", list: [1, { a: null }] } });
    const response = await update(token, { data: { phone: null, last_name: "Traoré" } });
    expect(userSchema.parse(await response.json()).user_metadata).toEqual({
      first_name: "Awa",
      last_name: "Traoré",
      list: [1, { a: null }],
      email_verified: true,
    });
  });

  test("of two concurrent tabs is merged", async () => {
    const { access_token: token, user } = await auth.signUp();
    const keys = ["a", "b", "c", "d", "e", "f"];
    await Promise.all(keys.map((key) => update(token, { data: { [key]: 1 } })));
    const [row] = await auth.sql`select raw_user_meta_data as data from auth.users where id = ${user.id}`;
    expect(row?.data).toMatchObject({ a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 });
  });

  test("cannot outgrow an access token, not even in small steps", async () => {
    const { access_token: token } = await auth.signUp();
    expect((await update(token, { data: { a: "x".repeat(4000) } })).status).toBe(200);
    expect(await readError(await update(token, { data: { b: "x".repeat(4000) } }))).toEqual([
      400,
      "validation_failed",
    ]);
  });

  test("named __proto__ is harmless", async () => {
    const { access_token: token } = await auth.signUp();
    const response = await update(token, '{"data": {"__proto__": {"role": "admin"}, "constructor": 1}}');
    expect(response.status).toBe(200);
    expect(userSchema.parse(await response.json()).role).toBe("authenticated");
  });

  test("is the only metadata that an owner may write", async () => {
    const { access_token: token } = await auth.signUp();
    const response = await update(token, { app_metadata: { role: "admin" } });
    expect(await readError(response)).toEqual([403, "not_admin"]);
    const ignored = await update(token, { role: "service_role", id: "x", is_super_admin: true });
    expect(userSchema.parse(await ignored.json()).role).toBe("authenticated");
  });
});

describe("a new password", () => {
  const NEXT = "un autre mot";

  test("requires the current one, replaces it, and ends the other sessions", async () => {
    const here = await auth.signUp();
    const elsewhere = sessionSchema.parse(await (await signIn(here.user.email, PASSWORD)).json());
    const body = { password: NEXT, current_password: PASSWORD };
    expect((await update(here.access_token, body)).status).toBe(200);

    expect((await signIn(here.user.email, PASSWORD)).status).toBe(400);
    expect((await signIn(here.user.email, NEXT)).status).toBe(200);
    const stillHere = await auth.call("/user", { method: "GET", token: here.access_token });
    expect(stillHere.status).toBe(200);
    const gone = await auth.call("/user", { method: "GET", token: elsewhere.access_token });
    expect(await readError(gone)).toEqual([403, "session_not_found"]);
    const refresh = { body: { refresh_token: elsewhere.refresh_token } };
    expect((await auth.call("/token?grant_type=refresh_token", refresh)).status).toBe(400);
  });

  test.each([
    [{ password: NEXT }, 400, "current_password_required"],
    [{ password: NEXT, current_password: "faux" }, 400, "current_password_invalid"],
    [{ password: PASSWORD, current_password: PASSWORD }, 422, "same_password"],
    [{ password: "", current_password: PASSWORD }, 422, "weak_password"],
    [{ password: "x".repeat(73), current_password: PASSWORD }, 400, "validation_failed"],
  ])("in %o is rejected", async (body, status, code) => {
    const session = await auth.signUp();
    expect(await readError(await update(session.access_token, body))).toEqual([status, code]);
    expect((await signIn(session.user.email, PASSWORD)).status).toBe(200);
  });

  test("limits the attempts at the current one with a stolen token", async () => {
    const session = await auth.signUp();
    for (let i = 0; i < 10; i++) {
      const body = { password: NEXT, current_password: `faux ${i}` };
      expect((await update(session.access_token, body)).status).toBe(400);
    }
    const body = { password: NEXT, current_password: PASSWORD };
    expect(await readError(await update(session.access_token, body))).toEqual([
      429,
      "over_request_rate_limit",
    ]);
  });
});

describe("a new address", () => {
  test("waits until it is confirmed, although sign-up confirms addresses automatically", async () => {
    const session = await auth.signUp();
    const email = createUniqueEmail();
    const response = await update(session.access_token, { email: email.toUpperCase() });
    const user = userSchema.parse(await response.json());
    expect(user).toMatchObject({ email: session.user.email, new_email: email });
    expect((await signIn(email, PASSWORD)).status).toBe(400);
    expect((await signIn(session.user.email, PASSWORD)).status).toBe(200);
  });

  test("is rejected when it is taken or invalid, and the current one changes nothing", async () => {
    const [session, other] = await Promise.all([auth.signUp(), auth.signUp()]);
    const taken = await update(session.access_token, { email: other.user.email.toUpperCase() });
    expect(await readError(taken)).toEqual([422, "email_exists"]);
    const broken = await update(session.access_token, { email: "nulle part" });
    expect(await readError(broken)).toEqual([400, "validation_failed"]);
    expect((await update(session.access_token, { email: session.user.email })).status).toBe(200);
  });

  test("that the shop's own trigger rejects changes nothing", async () => {
    await auth.owner.unsafe(`
      create function public.refuse_address() returns trigger language plpgsql as
        $$ begin if new.email_change like 'refused%' then raise exception 'no, says the shop'; end if; return new; end $$;
      create trigger refuse_address after update on auth.users
        for each row execute function public.refuse_address()`);
    const session = await auth.signUp();
    const response = await update(session.access_token, { email: "refused@example.bf", data: { a: 1 } });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error_code: "unexpected_failure",
      msg: "Error updating user",
    });
    const read = await auth.call("/user", { method: "GET", token: session.access_token });
    expect(userSchema.parse(await read.json())).toEqual(session.user);
  });
});
