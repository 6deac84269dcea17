/** The calls of the service role, through the unchanged official client where it supports them. */
import { GoTrueAdminApi } from "@supabase/auth-js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  startAuth,
  type TestAuth,
  userSchema,
} from "./auth-fixture.ts";

let auth: TestAuth;
let admin: GoTrueAdminApi;
beforeAll(async () => {
  auth = await startAuth({ siteUrl: "http://shop.test", redirectUrls: ["https://app.example/*"] });
  admin = new GoTrueAdminApi({
    url: "http://shop.test/auth/v1",
    headers: { apikey: auth.keys.serviceRoleKey, Authorization: `Bearer ${auth.keys.serviceRoleKey}` },
    fetch: auth.fetch,
  });
});
afterAll(() => auth.close());

const UNKNOWN_ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
const signIn = (email: string, password = PASSWORD) =>
  auth.call("/token?grant_type=password", { body: { email, password } });

async function createAccount(attributes: Parameters<GoTrueAdminApi["createUser"]>[0] = {}) {
  const email = createUniqueEmail();
  const { data, error } = await admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    ...attributes,
  });
  if (!data.user) throw error;
  return { ...data.user, email: data.user.email ?? "" };
}

describe("a created account", () => {
  test("has the given values, and can sign in when it counts as confirmed", async () => {
    const id = "0b9cf5b6-0c27-4d8c-b6a5-0d3f1d2f8f11";
    const user = await createAccount({
      id,
      phone: "+22670000099",
      user_metadata: { first_name: "Awa" },
      app_metadata: { plan: "pro" },
    });
    expect(user).toMatchObject({
      id,
      phone: "22670000099",
      email_confirmed_at: expect.any(String),
      user_metadata: { first_name: "Awa", email_verified: true },
      app_metadata: { provider: "email", providers: ["email", "phone"], plan: "pro" },
    });
    expect(user.phone_confirmed_at).toBeUndefined();
    expect((await signIn(user.email)).status).toBe(200);
  });

  test("is unconfirmed by default", async () => {
    const user = await createAccount({ email_confirm: undefined });
    expect(await readError(await signIn(user.email))).toEqual([400, "email_not_confirmed"]);
    await admin.updateUserById(user.id, { email_confirm: true });
    expect((await signIn(user.email)).status).toBe(200);
  });

  test("can be created with a password hash, which the first sign-in replaces", async () => {
    const argon2 = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    const { email } = await createAccount({ password: undefined, password_hash: argon2 });
    expect((await signIn(email, "wrong")).status).toBe(400);
    expect((await signIn(email, "password")).status).toBe(200);
    const [row] = await auth.sql`select encrypted_password from auth.users where email = ${email}`;
    expect(row?.encrypted_password).toMatch(/^\$2b\$\d\d\$/);
    expect((await signIn(email, "password")).status).toBe(200);
  });

  test.each([
    [{ email: undefined }, 400, "validation_failed"],
    [{ email: "nulle part" }, 400, "validation_failed"],
    [{ phone: "nulle part" }, 400, "validation_failed"],
    [{ password_hash: "x", password: undefined }, 400, "validation_failed"],
    [{ password: "a", password_hash: "b" }, 400, "validation_failed"],
    [{ password: "x".repeat(73) }, 400, "validation_failed"],
    [{ ban_duration: "for ever" }, 400, "validation_failed"],
    [{ id: "x" }, 400, "validation_failed"],
    [{ id: "00000000-0000-0000-0000-000000000000" }, 400, "validation_failed"],
  ])("is rejected with %j", async (attributes, status, code) => {
    const { error } = await admin.createUser({
      email: createUniqueEmail(),
      password: PASSWORD,
      ...attributes,
    });
    expect(error).toMatchObject({ status, code });
  });

  test("cannot take another account's address or number", async () => {
    const user = await createAccount({ phone: "22670000098" });
    const byEmail = await admin.createUser({ email: user.email.toUpperCase() });
    expect(byEmail.error).toMatchObject({ status: 422, code: "email_exists" });
    const byPhone = await admin.createUser({ phone: "22670000098" });
    expect(byPhone.error).toMatchObject({ status: 422, code: "phone_exists" });
  });
});

describe("an updated account", () => {
  test("has its new address, number, password and data at once, and its sessions end with the old password", async () => {
    const { user, access_token: token } = await auth.signUp();
    const email = createUniqueEmail();
    const { data } = await admin.updateUserById(user.id, {
      email,
      phone: "22670000097",
      phone_confirm: true,
      password: "tout neuf",
      user_metadata: { first_name: "Awa" },
      app_metadata: { plan: "pro", provider: null },
      role: "authenticated",
    });
    expect(data.user).toMatchObject({
      email,
      phone: "22670000097",
      phone_confirmed_at: expect.any(String),
      user_metadata: { first_name: "Awa" },
      app_metadata: { plan: "pro", providers: ["email", "phone"] },
    });
    expect((await signIn(email, "tout neuf")).status).toBe(200);
    const old = await auth.call("/user", { method: "GET", token });
    expect(await readError(old)).toEqual([403, "session_not_found"]);
  });

  test("keeps a new address unconfirmed when so requested", async () => {
    const { id } = await createAccount();
    const email = createUniqueEmail();
    const { data } = await admin.updateUserById(id, { email, email_confirm: false });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(data.user?.identities).toMatchObject([{ email, identity_data: { email, email_verified: false } }]);
  });

  test("has a new address and number confirmed only if the former ones were", async () => {
    const { id } = await createAccount({ email_confirm: undefined });
    const { data } = await admin.updateUserById(id, { email: createUniqueEmail(), phone: "22670000096" });
    expect(data.user).not.toHaveProperty("email_confirmed_at");
    expect(data.user).not.toHaveProperty("phone_confirmed_at");
    expect(data.user?.identities?.map(({ provider }) => provider)).toEqual(["email", "phone"]);
  });

  test("gets no weak password", async () => {
    const { id } = await createAccount();
    const { error } = await admin.updateUserById(id, { password: "12345" });
    expect(error).toMatchObject({ status: 422, code: "weak_password" });
  });

  test("is locked by a ban, and unlocked again", async () => {
    const { id, email } = await createAccount();
    const { data } = await admin.updateUserById(id, { ban_duration: "1h30m" });
    const minutes = (Date.parse(data.user?.banned_until ?? "") - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(80);
    expect(minutes).toBeLessThan(91);
    expect(await readError(await signIn(email))).toEqual([400, "user_banned"]);
    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await signIn(email)).status).toBe(200);
  });

  test("cannot take another account's address", async () => {
    const [one, other] = await Promise.all([createAccount(), createAccount()]);
    const { error } = await admin.updateUserById(one.id, { email: other.email });
    expect(error).toMatchObject({ status: 422, code: "email_exists" });
  });
});

test("accounts are listed in pages, with links to the next page", async () => {
  for (let count = 0; count < 5; count++)
    await createAccount({ user_metadata: { full_name: `Liste_${count}` } });
  const first = await admin.listUsers({ page: 1, perPage: 2 });
  expect(first.data).toMatchObject({ nextPage: 2, aud: "authenticated" });
  expect(first.data.users).toHaveLength(2);
  expect(first.data.users[0]?.identities).toHaveLength(1);
  const raw = await auth.call("/admin/users?page=2&per_page=2", {
    method: "GET",
    token: auth.keys.serviceRoleKey,
  });
  const last = Math.ceil(Number(raw.headers.get("x-total-count")) / 2);
  expect(raw.headers.get("link")).toMatch(
    new RegExp(`admin/users\\?page=3&per_page=2>; rel="next", <.+\\?page=${last}&per_page=2>; rel="last"$`),
  );
  const found = await auth.call("/admin/users?filter=liste_", {
    method: "GET",
    token: auth.keys.serviceRoleKey,
  });
  expect((await found.json()).users).toHaveLength(5);
  for (const query of ["page=-1", "page=0", "page=x", "per_page=1e9"]) {
    const response = await auth.call(`/admin/users?${query}`, {
      method: "GET",
      token: auth.keys.serviceRoleKey,
    });
    expect(await readError(response)).toEqual([400, "validation_failed"]);
  }
});

describe("a deleted account", () => {
  test("is removed with its profile and its sessions", async () => {
    const { user, access_token: token } = await auth.signUp();
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    expect((await admin.getUserById(user.id)).error).toMatchObject({ status: 404, code: "user_not_found" });
    expect(await auth.owner`select from public.profiles where id = ${user.id}`).toHaveLength(0);
    const read = await auth.call("/user", { method: "GET", token });
    expect(await readError(read)).toEqual([403, "user_not_found"]);
  });

  test("that is soft-deleted leaves an anonymous row without access, and its address is free", async () => {
    const { user } = await auth.signUp();
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const { data } = await admin.getUserById(user.id);
    expect(data.user).toMatchObject({ deleted_at: expect.any(String), user_metadata: {} });
    expect(JSON.stringify(data.user)).not.toContain(user.email);
    expect((await signIn(user.email)).status).toBe(400);
    expect((await auth.signUp(user.email)).user.id).not.toBe(user.id);
  });
});

test.each([false, true])(
  "an account that a rule of the application keeps is not deleted: soft %s",
  async (isSoft) => {
    const { id, email } = await createAccount();
    await auth.sql.unsafe(`
    create or replace function auth.keep_account() returns trigger language plpgsql as $$
    begin raise exception using errcode = 'YA009', message = 'Cette personne doit encore 500 XOF à la caisse'; end $$;
    create trigger keep_account before delete or update of deleted_at on auth.users for each row when (old.id = '${id}')
      execute function auth.keep_account()`);
    onTestFinished(() => auth.sql.unsafe("drop trigger keep_account on auth.users").then(() => {}));
    const { error } = await admin.deleteUser(id, isSoft);
    expect(error).toMatchObject({
      status: 409,
      code: "conflict",
      message: "Cette personne doit encore 500 XOF à la caisse",
    });
    expect((await admin.getUserById(id)).data.user?.email).toBe(email);
  },
);

test("an invitation creates an account that its mail confirms, and is not sent to an existing account", async () => {
  const email = createUniqueEmail();
  const { data } = await admin.inviteUserByEmail(email, { data: { plan: "pro" } });
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { plan: "pro" } });
  const mail = await auth.getLatestMail(email);
  expect(mail.kind).toBe("account_invitation");
  const again = await admin.inviteUserByEmail(email);
  expect(again.data.user?.id).toBe(data.user?.id);
  const target = await auth.followLink((await auth.getLatestMail(email)).link);
  expect(target.fragment.type).toBe("invite");
  const token = target.fragment.access_token;
  const set = await auth.call("/user", { method: "PUT", token, body: { password: PASSWORD } });
  expect(set.status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
  expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: "email_exists" });
});

describe("a generated link", () => {
  test("signs up, signs in, and allows a new password", async () => {
    const email = createUniqueEmail();
    const signup = await admin.generateLink({
      type: "signup",
      email,
      password: PASSWORD,
      options: { data: { plan: "pro" }, redirectTo: "https://app.example/bienvenue" },
    });
    expect(signup.data).toMatchObject({
      user: { email, user_metadata: { plan: "pro" } },
      properties: { verification_type: "signup", redirect_to: "https://app.example/bienvenue" },
    });
    const target = await auth.followLink(signup.data.properties?.action_link ?? "");
    expect(target.page).toBe("https://app.example/bienvenue");
    expect((await signIn(email)).status).toBe(200);

    const link = await admin.generateLink({ type: "magiclink", email });
    const body = { type: "magiclink", email, token: link.data.properties?.email_otp };
    expect((await auth.call("/verify", { body })).status).toBe(200);
    const recovery = await admin.generateLink({ type: "recovery", email });
    const hash = { type: "recovery", token_hash: recovery.data.properties?.hashed_token };
    expect((await auth.call("/verify", { body: hash })).status).toBe(200);
    await expect(auth.getLatestMail(email)).rejects.toThrow("no mail");
  });

  test("changes an address with both confirmations", async () => {
    const { email } = await createAccount();
    const newEmail = createUniqueEmail();
    for (const type of ["email_change_current", "email_change_new"] as const) {
      const { data } = await admin.generateLink({ type, email, newEmail });
      expect(data).toMatchObject({ user: { new_email: newEmail }, properties: { verification_type: type } });
      const { hashed_token: token_hash } = data.properties ?? {};
      const response = await auth.call("/verify", { body: { type: "email_change", token_hash } });
      expect(response.status).toBe(200);
      // Generating the second link starts again; its response says so too.
      if (type === "email_change_new") expect(await response.json()).toMatchObject({ code: "200" });
    }
  });

  test("for an unknown address signs up, or is rejected", async () => {
    const invitation = await admin.generateLink({ type: "invite", email: createUniqueEmail() });
    expect(invitation.data.user?.invited_at).toBeTruthy();
    const signIn = await admin.generateLink({ type: "magiclink", email: createUniqueEmail() });
    expect(signIn.data.properties?.verification_type).toBe("signup");
    const recovery = await admin.generateLink({ type: "recovery", email: createUniqueEmail() });
    expect(recovery.error).toMatchObject({ status: 404, code: "user_not_found" });
  });

  test("is rejected where it makes no sense", async () => {
    const { email } = await createAccount();
    const call = (body: object) =>
      auth.call("/admin/generate_link", { token: auth.keys.serviceRoleKey, body: { email, ...body } });
    expect(await readError(await call({ type: "signup", password: PASSWORD }))).toEqual([
      422,
      "email_exists",
    ]);
    expect(await readError(await call({ type: "invite" }))).toEqual([422, "email_exists"]);
    expect(await readError(await call({ type: "other" }))).toEqual([400, "validation_failed"]);
    expect(await readError(await call({ type: "email_change_new", new_email: "x" }))).toEqual([
      400,
      "validation_failed",
    ]);
    const fresh = createUniqueEmail();
    expect(await readError(await call({ type: "signup", email: fresh }))).toEqual([400, "validation_failed"]);
    expect(await readError(await call({ type: "signup", email: fresh, password: "12345" }))).toEqual([
      422,
      "weak_password",
    ]);
  });
});

test("factors of a user who lost a phone are listed, renamed and removed", async () => {
  const { user, access_token: token } = await auth.signUp();
  const enrolment = { factor_type: "totp", friendly_name: "Perdu" };
  await auth.call("/factors", { token, body: enrolment });
  const { data } = await admin.mfa.listFactors({ userId: user.id });
  expect(data?.factors).toMatchObject([
    { friendly_name: "Perdu", factor_type: "totp", status: "unverified" },
  ]);
  expect(JSON.stringify(data)).not.toContain("secret");
  const id = data?.factors[0]?.id ?? "";
  const path = `/admin/users/${user.id}/factors/${id}`;
  const renamed = await auth.call(path, {
    method: "PUT",
    token: auth.keys.serviceRoleKey,
    body: { friendly_name: "Retrouvé" },
  });
  expect(await renamed.json()).toMatchObject({ id, friendly_name: "Retrouvé" });
  const removed = await admin.mfa.deleteFactor({ id, userId: user.id });
  expect(removed.error).toBeNull();
  expect((await admin.mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
  expect((await admin.mfa.deleteFactor({ id, userId: user.id })).error).toMatchObject({ status: 404 });
  expect((await admin.mfa.listFactors({ userId: UNKNOWN_ID })).error).toMatchObject({
    code: "user_not_found",
  });
});

test("a user is signed out everywhere with their token", async () => {
  const { access_token: token } = await auth.signUp();
  expect((await admin.signOut(token)).error).toBeNull();
  const read = await auth.call("/user", { method: "GET", token });
  expect(await readError(read)).toEqual([403, "session_not_found"]);
});

test("other callers are rejected, and so are invalid ids", async () => {
  const { access_token: token, user } = await auth.signUp();
  const calls = [
    ["GET", "/admin/users"],
    ["POST", "/admin/users"],
    ["GET", `/admin/users/${user.id}`],
    ["PUT", `/admin/users/${user.id}`],
    ["DELETE", `/admin/users/${user.id}`],
    ["GET", `/admin/users/${user.id}/factors`],
    ["PUT", `/admin/users/${user.id}/factors/${UNKNOWN_ID}`],
    ["DELETE", `/admin/users/${user.id}/factors/${UNKNOWN_ID}`],
    ["POST", "/admin/generate_link"],
    ["POST", "/invite"],
  ] as const;
  for (const [method, path] of calls) {
    const body = method === "GET" ? undefined : {};
    expect(await readError(await auth.call(path, { method, body }))).toEqual([401, "no_authorization"]);
    for (const wrong of [token, auth.keys.anonKey]) {
      expect(await readError(await auth.call(path, { method, body, token: wrong }))).toEqual([
        403,
        "not_admin",
      ]);
    }
    const forged = await auth.call(path, { method, body, token: `${auth.keys.serviceRoleKey}x` });
    expect(await readError(forged)).toEqual([403, "bad_jwt"]);
  }
  expect(userSchema.parse(await (await auth.call("/user", { method: "GET", token })).json()).id).toBe(
    user.id,
  );
  for (const method of ["GET", "PUT", "DELETE"]) {
    const response = await auth.call("/admin/users/x", {
      method,
      token: auth.keys.serviceRoleKey,
      body: method === "PUT" ? {} : undefined,
    });
    expect(await readError(response)).toEqual([404, "validation_failed"]);
  }
});
