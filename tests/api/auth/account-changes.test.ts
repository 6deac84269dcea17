/** Account changes that need a code from a mail: the address, and the password where that is configured. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  type SessionResponse,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
  verifyOtp,
} from "./auth-fixture.ts";

describe("a new address", () => {
  let strict: TestAuth;
  beforeAll(async () => {
    strict = await startAuth({ emailMinIntervalSeconds: 0, siteUrl: "http://shop.test", autoconfirm: false });
  });
  afterAll(() => strict.close());

  async function confirmed(): Promise<SessionResponse> {
    const email = createUniqueEmail();
    await strict.call("/signup", { body: { email, password: PASSWORD } });
    return verifyOtp(strict, { type: "signup", email, token: (await strict.getLatestMail(email)).code });
  }
  const read = async (token: string) =>
    userSchema.parse(await (await strict.call("/user", { method: "GET", token })).json());

  test("applies once both mailboxes have confirmed", async () => {
    const { user, access_token: token } = await confirmed();
    const email = createUniqueEmail();
    const response = await strict.call("/user", { method: "PUT", token, body: { email } });
    expect(await response.json()).toMatchObject({ email: user.email, new_email: email });
    const [toNew, toOld] = [await strict.getLatestMail(email), await strict.getLatestMail(user.email)];
    expect(toOld).toMatchObject({ kind: "account_email_change", newEmail: email });

    const half = await strict.call("/verify", { body: { type: "email_change", token_hash: toNew.hash } });
    expect(await half.json()).toMatchObject({ code: "200", msg: expect.stringContaining("other email") });
    expect((await read(token)).email).toBe(user.email);
    const again = await strict.call("/verify", { body: { type: "email_change", token_hash: toNew.hash } });
    expect(await readError(again)).toEqual([403, "otp_expired"]);

    await verifyOtp(strict, { type: "email_change", email: user.email, token: toOld.code });
    expect(await read(token)).toMatchObject({
      email,
      identities: [{ email, identity_data: { email, email_verified: true } }],
    });
  });

  test("needs only the new mailbox when so configured, and when there is no old one", async () => {
    const single = await startAuth({ doubleConfirm: false, emailMinIntervalSeconds: 0 });
    const nameless = await startAuth({
      anonymousEnabled: true,
      autoconfirm: false,
      emailMinIntervalSeconds: 0,
    });
    try {
      const { access_token: token, user } = await single.signUp();
      const anonymous = sessionSchema.parse(await (await nameless.call("/signup", { body: {} })).json());
      for (const [service, session, id] of [
        [single, token, user.id],
        [nameless, anonymous.access_token, anonymous.user.id],
      ] as const) {
        const email = createUniqueEmail();
        await service.call("/user", { method: "PUT", token: session, body: { email } });
        const { code } = await service.getLatestMail(email);
        const changed = await verifyOtp(service, { type: "email_change", email, token: code });
        expect(changed.user).toMatchObject({ id, email, is_anonymous: false });
        expect(await service.sql`select from auth.one_time_tokens where user_id = ${id}`).toHaveLength(0);
      }
      await expect(single.getLatestMail(user.email)).rejects.toThrow();
    } finally {
      await Promise.all([single.close(), nameless.close()]);
    }
  });

  test("tells a browser that one half is confirmed", async () => {
    const { access_token: token } = await confirmed();
    const email = createUniqueEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const target = await strict.followLink((await strict.getLatestMail(email)).link);
    expect(target.fragment.message).toContain("proceed to confirm link sent to the other email");
  });

  test("can be requested again, which invalidates the first mails", async () => {
    const { user, access_token: token } = await confirmed();
    const email = createUniqueEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const first = await strict.getLatestMail(email);
    await strict.call("/resend", { body: { type: "email_change", email: user.email } });
    const body = { type: "email_change", token_hash: first.hash };
    expect(await readError(await strict.call("/verify", { body }))).toEqual([403, "otp_expired"]);
    expect((await strict.getLatestMail(email)).hash).not.toBe(first.hash);
  });

  test("is rejected on confirmation when another account took it meanwhile", async () => {
    const { user, access_token: token } = await confirmed();
    const email = createUniqueEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const [toNew, toOld] = [await strict.getLatestMail(email), await strict.getLatestMail(user.email)];
    await strict.call("/signup", { body: { email, password: PASSWORD } });
    await strict.followLink(toNew.link);
    const target = await strict.followLink(toOld.link);
    expect(target.fragment).toMatchObject({ error_code: "email_exists" });
  });
});

describe("a new password, where it needs a code", () => {
  let careful: TestAuth;
  beforeAll(async () => {
    careful = await startAuth({
      requireReauthentication: true,
      requireCurrentPassword: false,
      emailMinIntervalSeconds: 0,
    });
  });
  afterAll(() => careful.close());

  test("applies at once from a recent session, and with the code from an old one", async () => {
    const { user, access_token: token } = await careful.signUp();
    const change = (body: object) => careful.call("/user", { method: "PUT", token, body });
    expect((await change({ password: "deuxième" })).status).toBe(200);

    await careful.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
    expect(await readError(await change({ password: "troisième" }))).toEqual([
      400,
      "reauthentication_needed",
    ]);
    expect((await careful.call("/reauthenticate", { method: "GET", token })).status).toBe(200);
    const { code } = await careful.getLatestMail(user.email);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await readError(await change({ password: "troisième", nonce: wrong }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
    const age = (minutes: number) => careful.sql`
      update auth.one_time_tokens set created_at = created_at - make_interval(mins => ${minutes})`;
    await age(11);
    expect((await change({ password: "troisième", nonce: code })).status).toBe(422);
    await careful.call("/reauthenticate", { method: "GET", token });
    const { code: fresh } = await careful.getLatestMail(user.email);
    await age(9);
    expect((await change({ password: "troisième", nonce: fresh })).status).toBe(200);
    expect(await readError(await change({ password: "quatrième", nonce: fresh }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
  });
});
