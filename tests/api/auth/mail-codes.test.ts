/** Codes and links sent by mail: their effects, their lifetime and their rate limits. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
  verifyOtp,
} from "./auth-fixture.ts";

let auth: TestAuth;
let strict: TestAuth;
beforeAll(async () => {
  const redirectUrls = ["https://app.example/**"];
  [auth, strict] = await Promise.all([
    startAuth({ emailMinIntervalSeconds: 0, siteUrl: "http://shop.test", redirectUrls }),
    startAuth({ emailMinIntervalSeconds: 0, siteUrl: "http://shop.test", autoconfirm: false }),
  ]);
});
afterAll(() => Promise.all([auth.close(), strict.close()]));

async function signUpUnconfirmed(): Promise<string> {
  const email = createUniqueEmail();
  expect((await strict.call("/signup", { body: { email, password: PASSWORD } })).status).toBe(200);
  return email;
}

function challenge(): { verifier: string; fields: object } {
  const verifier = randomBytes(32).toString("hex");
  const value = createHash("sha256").update(verifier).digest("base64url");
  return { verifier, fields: { code_challenge: value, code_challenge_method: "s256" } };
}

async function getAmr(service: TestAuth, token: string): Promise<unknown> {
  const result = await service.tokens.verify(token);
  return result.ok ? result.claims.amr : null;
}

describe("the confirmation of a new account", () => {
  test("by code signs in, confirms the address and its identity, and works once", async () => {
    const email = await signUpUnconfirmed();
    const { code, kind } = await strict.getLatestMail(email);
    expect(kind).toBe("account_confirmation");
    const body = { type: "signup", email: email.toUpperCase(), token: code };
    const { user } = await verifyOtp(strict, body);
    expect(user).toMatchObject({
      email_confirmed_at: expect.any(String),
      user_metadata: { email_verified: true },
      identities: [{ identity_data: { email_verified: true } }],
    });
    expect(await readError(await strict.call("/verify", { body }))).toEqual([403, "otp_expired"]);
    const signIn = { body: { email, password: PASSWORD } };
    expect((await strict.call("/token?grant_type=password", signIn)).status).toBe(200);
  });

  test("by link redirects to the site with the session in the fragment", async () => {
    const email = await signUpUnconfirmed();
    const { link } = await strict.getLatestMail(email);
    // Some mail programs request a link before the user opens it.
    const { pathname, search } = new URL(link);
    const peek = await strict.call(pathname.replace("/auth/v1", "") + search, { method: "HEAD" });
    expect(peek.status).toBe(204);
    const target = await strict.followLink(link);
    expect(target).toMatchObject({
      status: 303,
      page: "http://shop.test/",
      fragment: { token_type: "bearer", expires_in: "3600", type: "signup", sb: "" },
    });
    const token = target.fragment.access_token;
    const user = await strict.call("/user", { method: "GET", token });
    expect(userSchema.parse(await user.json()).email).toBe(email);
    expect((await strict.followLink(link)).fragment).toMatchObject({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
    });
  });

  test("is sent again to an unconfirmed address only, with the same response for all", async () => {
    const email = await signUpUnconfirmed();
    const first = await strict.getLatestMail(email);
    for (const address of [email, createUniqueEmail()]) {
      const response = await strict.call("/resend", { body: { type: "signup", email: address } });
      expect([response.status, await response.json()]).toEqual([200, {}]);
    }
    const second = await strict.getLatestMail(email);
    expect(second.hash).not.toBe(first.hash);
    const old = { type: "signup", token_hash: first.hash };
    expect(await readError(await strict.call("/verify", { body: old }))).toEqual([403, "otp_expired"]);
    await verifyOtp(strict, { type: "email", token_hash: second.hash });
    await strict.call("/resend", { body: { type: "signup", email } });
    expect((await strict.getLatestMail(email)).hash).toBe(second.hash);
  });

  test("counts as pending when the address signs up again, and that response reveals nothing", async () => {
    const email = createUniqueEmail();
    const data = { first_name: "Awa" };
    await strict.call("/signup", { body: { email, password: PASSWORD, data } });
    const again = await strict.call("/signup", { body: { email, password: "autre chose" } });
    expect(JSON.stringify(await again.json())).not.toContain("Awa");
    await verifyOtp(strict, { type: "signup", email, token: (await strict.getLatestMail(email)).code });
    const signIn = (password: string) =>
      strict.call("/token?grant_type=password", { body: { email, password } });
    expect((await signIn(PASSWORD)).status).toBe(200);
    expect((await signIn("autre chose")).status).toBe(400);
  });
});

describe("signing in by mail", () => {
  test("creates an account that its code opens, once", async () => {
    const email = createUniqueEmail();
    const response = await auth.call("/otp", { body: { email, data: { first_name: "Awa" } } });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    const { code, kind } = await auth.getLatestMail(email);
    expect(kind).toBe("account_sign_in");
    const session = await verifyOtp(auth, { type: "email", email, token: code });
    expect(session.user).toMatchObject({ email, user_metadata: { first_name: "Awa" } });
    expect(await getAmr(auth, session.access_token)).toMatchObject([{ method: "otp" }]);
  });

  test("to an unconfirmed account removes the password that its creator chose", async () => {
    const email = await signUpUnconfirmed();
    await strict.call("/recover", { body: { email } });
    await verifyOtp(strict, { type: "magiclink", token_hash: (await strict.getLatestMail(email)).hash });
    const signIn = { body: { email, password: PASSWORD } };
    expect((await strict.call("/token?grant_type=password", signIn)).status).toBe(400);
  });

  test("rejects an unknown address when sign-up is off", async () => {
    const response = await auth.call("/otp", { body: { email: createUniqueEmail(), create_user: false } });
    expect(await readError(response)).toEqual([422, "otp_disabled"]);
  });

  test("rejects a banned account", async () => {
    const { user } = await auth.signUp();
    await auth.call("/otp", { body: { email: user.email } });
    const { hash } = await auth.getLatestMail(user.email);
    await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${user.id}`;
    const body = { type: "magiclink", token_hash: hash };
    expect(await readError(await auth.call("/verify", { body }))).toEqual([403, "user_banned"]);
  });
});

describe("a forgotten password", () => {
  test("is replaced with a code from the mailbox, and the other sessions end", async () => {
    const { user, access_token: elsewhere } = await auth.signUp();
    const { email } = user;
    await auth.call("/recover", { body: { email } });
    const mail = await auth.getLatestMail(email);
    expect(mail.kind).toBe("account_recovery");
    const target = await auth.followLink(`${mail.link}`);
    expect(target.fragment.type).toBe("recovery");
    const token = target.fragment.access_token;
    expect(await getAmr(auth, token ?? "")).toMatchObject([{ method: "recovery" }]);
    const update = await auth.call("/user", { method: "PUT", token, body: { password: "tout neuf" } });
    expect(update.status).toBe(200);
    const signIn = { body: { email, password: "tout neuf" } };
    expect((await auth.call("/token?grant_type=password", signIn)).status).toBe(200);
    const ended = await auth.call("/user", { method: "GET", token: elsewhere });
    expect(await readError(ended)).toEqual([403, "session_not_found"]);
  });

  test("of an unknown address gets the same response, and no mail is queued", async () => {
    const email = createUniqueEmail();
    const response = await auth.call("/recover", { body: { email } });
    expect([response.status, await response.json()]).toEqual([200, {}]);
    await expect(auth.getLatestMail(email)).rejects.toThrow("no mail");
  });
});

describe("a flow with a challenge (PKCE)", () => {
  test("redirects with a code in the query, which only its verifier exchanges for a session, once", async () => {
    const { user } = await auth.signUp();
    const { verifier, fields } = challenge();
    await auth.call("/recover?redirect_to=https://app.example/compte", {
      body: { email: user.email, ...fields },
    });
    const { link, hash } = await auth.getLatestMail(user.email);
    expect(hash).toMatch(/^pkce_[0-9a-f]{56}$/);
    const target = await auth.followLink(link);
    expect(target).toMatchObject({ page: "https://app.example/compte", fragment: {} });
    const exchange = (code_verifier: string) =>
      auth.call("/token?grant_type=pkce", { body: { auth_code: target.query.code, code_verifier } });
    expect(await readError(await exchange("autre"))).toEqual([400, "bad_code_verifier"]);
    const session = sessionSchema.parse(await (await exchange(verifier)).json());
    expect(session.user.id).toBe(user.id);
    expect(await getAmr(auth, session.access_token)).toMatchObject([{ method: "recovery" }]);
    expect(await readError(await exchange(verifier))).toEqual([404, "flow_state_not_found"]);
  });

  test("accepts the code of the mail as well", async () => {
    const email = createUniqueEmail();
    const { fields } = challenge();
    await auth.call("/otp", { body: { email, ...fields } });
    await verifyOtp(auth, { type: "email", email, token: (await auth.getLatestMail(email)).code });
  });

  test("expires five minutes after the link was followed, and the redirect reports it in the query too", async () => {
    const email = createUniqueEmail();
    const { verifier, fields } = challenge();
    await auth.call("/otp", { body: { email, ...fields } });
    const { link } = await auth.getLatestMail(email);
    const { query } = await auth.followLink(link);
    expect((await auth.followLink(link)).query).toMatchObject({ error_code: "otp_expired" });
    await auth.sql`
      update auth.flow_state set auth_code_issued_at = now() - interval '6 minutes'
      where auth_code = ${query.code ?? ""}`;
    const body = { auth_code: query.code, code_verifier: verifier };
    expect(await readError(await auth.call("/token?grant_type=pkce", { body }))).toEqual([
      422,
      "flow_state_expired",
    ]);
  });

  test.each([
    [{ code_challenge: "a".repeat(43) }],
    [{ code_challenge_method: "s256" }],
    [{ code_challenge: "court", code_challenge_method: "s256" }],
    [{ code_challenge: "a".repeat(43), code_challenge_method: "md5" }],
    [{ code_challenge: `${"a".repeat(43)} `, code_challenge_method: "plain" }],
  ])("is rejected with %j", async (fields) => {
    const response = await auth.call("/recover", { body: { email: createUniqueEmail(), ...fields } });
    expect(await readError(response)).toEqual([400, "validation_failed"]);
  });

  test("needs both halves of the exchange", async () => {
    for (const body of [{}, { auth_code: "x" }, { code_verifier: "x" }]) {
      const response = await auth.call("/token?grant_type=pkce", { body });
      expect(await readError(response)).toEqual([400, "validation_failed"]);
    }
  });
});

test("codes and links expire", async () => {
  const { user } = await auth.signUp();
  await auth.call("/recover", { body: { email: user.email } });
  await auth.sql`update auth.one_time_tokens set created_at = created_at - interval '61 minutes'`;
  const { code, link } = await auth.getLatestMail(user.email);
  const body = { type: "recovery", email: user.email, token: code };
  expect(await readError(await auth.call("/verify", { body }))).toEqual([403, "otp_expired"]);
  expect((await auth.followLink(link)).fragment.error_code).toBe("otp_expired");
});

test("a code is valid only for its own purpose", async () => {
  const [{ user }, other] = await Promise.all([auth.signUp(), auth.signUp()]);
  await auth.call("/recover", { body: { email: user.email } });
  const { code, hash } = await auth.getLatestMail(user.email);
  for (const body of [
    { type: "signup", email: user.email, token: code },
    { type: "email_change", email: user.email, token: code },
    { type: "recovery", email: other.user.email, token: code },
    { type: "invite", token_hash: hash },
  ]) {
    expect(await readError(await auth.call("/verify", { body }))).toEqual([403, "otp_expired"]);
  }
  await verifyOtp(auth, { type: "recovery", email: user.email, token: code });
});

test("a code that is sent many times at once works once", async () => {
  const { user } = await auth.signUp();
  await auth.call("/otp", { body: { email: user.email } });
  const { code } = await auth.getLatestMail(user.email);
  const body = { type: "email", email: user.email, token: code };
  const responses = await Promise.all(Array.from({ length: 8 }, () => auth.call("/verify", { body })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(403)]);
});

test("attempts at a code are limited across addresses, for existing and unknown accounts", async () => {
  const { user } = await auth.signUp();
  for (const email of [user.email, createUniqueEmail()]) {
    const guess = () => auth.call("/verify", { body: { type: "email", email, token: "123456" } });
    const guesses = await Promise.all(Array.from({ length: 11 }, guess));
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(403), 429]);
  }
});

test.each([
  [{ token: "1", email: "a@b.bf" }],
  [{ type: "signup" }],
  [{ type: "signup", token: "1", token_hash: "2", email: "a@b.bf" }],
  [{ type: "signup", token: "1" }],
  [{ type: "signup", token: "1", phone: "22670000000" }],
  [{ type: "signup", token: "1", email: "a@b.bf", phone: "22670000000" }],
  [{ type: "sms", token: "1", email: "a@b.bf" }],
  [{ type: "sms", token_hash: "1" }],
  [{ type: "signup", token_hash: "1", email: "a@b.bf" }],
  [{ type: "constructor", token_hash: "1" }],
  [{ type: "reauthentication", token_hash: "1" }],
])("verifying %j is rejected", async (body) => {
  expect(await readError(await auth.call("/verify", { body }))).toEqual([400, "validation_failed"]);
});

test.each([
  ["/otp", {}],
  ["/otp", { email: "a@b.bf", phone: "22670000000" }],
  ["/otp", { email: "a@b.bf", channel: "sms" }],
  ["/otp", { email: "nulle part" }],
  ["/recover", {}],
  ["/resend", { email: "a@b.bf" }],
  ["/resend", { type: "recovery", email: "a@b.bf" }],
  ["/resend", { type: "signup" }],
  ["/resend", { type: "sms" }],
  ["/resend", { type: "signup", email: "a@b.bf", phone: "22670000000" }],
])("%s with %j is rejected", async (path, body) => {
  expect(await readError(await auth.call(path, { body }))).toEqual([400, "validation_failed"]);
});

describe("mail rate limits", () => {
  test("one address waits a minute, whether it has an account or not", async () => {
    const slow = await startAuth();
    try {
      const { user } = await slow.signUp();
      for (const path of ["/recover", "/otp", "/resend"]) {
        for (const email of [user.email, `nobody-${path.slice(1)}@example.bf`]) {
          const body = path === "/resend" ? { type: "signup", email } : { email, create_user: true };
          expect((await slow.call(path, { body })).status).toBe(200);
          const again = await slow.call(path, { body });
          expect(again.headers.get("retry-after")).toBeTruthy();
          expect(await again.json()).toMatchObject({
            error_code: "over_email_send_rate_limit",
            msg: expect.stringMatching(
              /^For security purposes, you can only request this after \d+ seconds\.$/,
            ),
          });
        }
      }
    } finally {
      await slow.close();
    }
  });

  test("all mails that leave share an hourly limit, across two instances", async () => {
    const poor = await startAuth({ emailsPerHour: 2, emailMinIntervalSeconds: 0 });
    const instance = await poor.startInstance();
    try {
      for (const service of [poor, instance]) {
        const { user } = await poor.signUp();
        expect((await service.call("/recover", { body: { email: user.email } })).status).toBe(200);
      }
      const rejected = await instance.call("/recover", { body: { email: createUniqueEmail() } });
      expect(await readError(rejected)).toEqual([429, "over_email_send_rate_limit"]);
    } finally {
      await instance.close();
      await poor.close();
    }
  });
});
