/** The unchanged auth-js against the service: how the client interprets the responses. */
import { AuthWeakPasswordError } from "@supabase/auth-js";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUniqueEmail, PASSWORD, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth({ anonymousEnabled: true, emailMinIntervalSeconds: 0, siteUrl: "http://shop.test" });
});
afterAll(() => auth.close());

test("signs up, reads and changes the account, refreshes, signs out and in again", async () => {
  const client = auth.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));
  const email = createUniqueEmail();

  const signedUp = await client.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: "Awa" }, captchaToken: "jeton" },
  });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session?.user.user_metadata.first_name).toBe("Awa");

  const { data: read } = await client.getUser();
  expect(read.user).toEqual(signedUp.data.user);

  const updated = await client.updateUser({ data: { first_name: "Aminata" } });
  expect(updated.data.user?.user_metadata.first_name).toBe("Aminata");

  const refreshed = await client.refreshSession();
  expect(refreshed.error).toBeNull();
  expect(refreshed.data.session?.refresh_token).not.toBe(signedUp.data.session?.refresh_token);

  const changed = await client.updateUser({ password: "un autre mot", current_password: PASSWORD });
  expect(changed.error).toBeNull();

  expect((await client.signOut()).error).toBeNull();
  expect((await client.getSession()).data.session).toBeNull();

  const again = await client.signInWithPassword({ email, password: "un autre mot" });
  expect(again.data.user?.id).toBe(signedUp.data.user?.id);
  expect(events).toEqual(
    expect.arrayContaining(["SIGNED_IN", "USER_UPDATED", "TOKEN_REFRESHED", "SIGNED_OUT", "SIGNED_IN"]),
  );
});

test("verifies a token with the published keys, and rejects a changed one", async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: createUniqueEmail(), password: PASSWORD });
  const token = data.session?.access_token ?? "";
  const claims = await client.getClaims();
  expect(claims.error).toBeNull();
  expect(claims.data).toMatchObject({
    header: { alg: "ES256", kid: auth.keys.signingKey.kid },
    claims: { sub: data.user?.id, role: "authenticated" },
  });
  const [header, payload, signature = ""] = token.split(".");
  const changed = [header, payload, (signature[0] === "A" ? "B" : "A") + signature.slice(1)].join(".");
  expect((await client.getClaims(changed)).error?.message).toBe("Invalid JWT signature");
});

test("recognizes its own error classes in the responses", async () => {
  const client = auth.client();
  const email = createUniqueEmail();

  const weak = await client.signUp({ email, password: "12345" });
  expect(weak.error).toBeInstanceOf(AuthWeakPasswordError);
  expect(weak.error instanceof AuthWeakPasswordError && weak.error.reasons).toEqual(["length"]);

  await auth.signUp(email);
  const duplicate = await client.signUp({ email, password: PASSWORD });
  expect(duplicate.error).toMatchObject({ status: 422, code: "user_already_exists", name: "AuthApiError" });

  const wrong = await client.signInWithPassword({ email, password: "faux" });
  expect(wrong.error).toMatchObject({
    status: 400,
    code: "invalid_credentials",
    message: "Invalid login credentials",
  });

  const forged = await client.getUser(`${auth.keys.anonKey}x`);
  expect(forged.error).toMatchObject({ status: 403, code: "bad_jwt" });
});

test("a session that was ended elsewhere is a missing session", async () => {
  const client = auth.client();
  const { data } = await client.signUp({ email: createUniqueEmail(), password: PASSWORD });
  await auth.call("/logout", { token: data.session?.access_token });
  const { error } = await client.getUser();
  expect(error).toMatchObject({ name: "AuthSessionMissingError" });
});

test.each(["global", "local", "others"] as const)("signs out with scope %s", async (scope) => {
  const [here, there] = [auth.client(), auth.client()];
  const email = createUniqueEmail();
  await here.signUp({ email, password: PASSWORD });
  await there.signInWithPassword({ email, password: PASSWORD });
  expect((await here.signOut({ scope })).error).toBeNull();
  const [hereLeft, thereLeft] = await Promise.all([here.getUser(), there.getUser()]);
  expect([hereLeft.error === null, thereLeft.error === null]).toEqual(
    { global: [false, false], local: [false, true], others: [true, false] }[scope],
  );
});

test("signs in by a link that only the requesting client can use", async () => {
  const [requester, other] = [auth.client("pkce"), auth.client("pkce")];
  const email = createUniqueEmail();
  const options = { emailRedirectTo: "http://shop.test/account" };
  expect((await requester.signInWithOtp({ email, options })).error).toBeNull();
  const target = await auth.followLink((await auth.getLatestMail(email)).link);
  const code = target.query.code ?? "";
  expect((await other.exchangeCodeForSession(code)).error).not.toBeNull();
  const { data } = await requester.exchangeCodeForSession(code);
  expect(data.session?.user.email).toBe(email);
});

test("recovers an account with the code of a mail", async () => {
  const client = auth.client();
  const { user } = await auth.signUp();
  expect((await client.resetPasswordForEmail(user.email)).error).toBeNull();
  const { code } = await auth.getLatestMail(user.email);
  const verified = await client.verifyOtp({ type: "recovery", email: user.email, token: code });
  expect(verified.data.user?.id).toBe(user.id);
  expect((await client.updateUser({ password: "tout neuf" })).error).toBeNull();
  const wrong = await client.verifyOtp({ type: "recovery", email: user.email, token: code });
  expect(wrong.error).toMatchObject({ status: 403, code: "otp_expired" });
  expect((await client.resend({ type: "signup", email: user.email })).error).toBeNull();
  expect((await client.reauthenticate()).error).toBeNull();
});

test("reaches aal2 with a second factor and aal1 without it", async () => {
  const client = auth.client();
  await client.signUp({ email: createUniqueEmail(), password: PASSWORD });
  const enrolled = await client.mfa.enroll({ factorType: "totp", friendlyName: "Téléphone" });
  const factorId = enrolled.data?.id ?? "";
  expect(enrolled.data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
  const code = new TOTP({ secret: enrolled.data?.totp.secret ?? "" }).generate();
  expect((await client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal2",
    nextLevel: "aal2",
    currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
  });
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([{ id: factorId, status: "verified" }]);
  expect((await client.mfa.unenroll({ factorId })).data?.id).toBe(factorId);
  await client.refreshSession();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
});

test("signs in anonymously and adds an address", async () => {
  const client = auth.client();
  const { data } = await client.signInAnonymously({ options: { data: { first_name: "Awa" } } });
  expect(data.user?.is_anonymous).toBe(true);
  const named = await client.updateUser({ email: createUniqueEmail(), password: PASSWORD });
  expect(named.data.user).toMatchObject({ id: data.user?.id, is_anonymous: false });
});

test("gets an error for unsupported features", async () => {
  const client = auth.client();
  const sso = await client.signInWithSSO({ domain: "example.bf" });
  expect(sso.error).toMatchObject({ status: 404, code: "saml_provider_disabled" });
  const token = await client.signInWithIdToken({ provider: "google", token: "x" });
  expect(token.error).toMatchObject({ status: 400, code: "provider_disabled" });
  await client.signUp({ email: createUniqueEmail(), password: PASSWORD });
  const link = await client.linkIdentity({ provider: "google" });
  expect(link.error).toMatchObject({ status: 404, code: "manual_linking_disabled" });
});
