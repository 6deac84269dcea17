/** What an account changes only with a code of a mail: its address, and its password where that is asked for. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  failureOf,
  freshEmail,
  PASSWORD,
  type SessionBody,
  sessionShape,
  startAuth,
  type TestAuth,
  userShape,
  verify,
} from "./service.ts";

describe("a new address", () => {
  let strict: TestAuth;
  beforeAll(async () => {
    strict = await startAuth({ emailEverySeconds: 0, siteUrl: "http://shop.test", autoconfirm: false });
  });
  afterAll(() => strict.close());

  async function confirmed(): Promise<SessionBody> {
    const email = freshEmail();
    await strict.call("/signup", { body: { email, password: PASSWORD } });
    return verify(strict, { type: "signup", email, token: (await strict.mailTo(email)).code });
  }
  const read = async (token: string) =>
    userShape.parse(await (await strict.call("/user", { method: "GET", token })).json());

  test("is taken once both mailboxes have agreed", async () => {
    const { user, access_token: token } = await confirmed();
    const email = freshEmail();
    const response = await strict.call("/user", { method: "PUT", token, body: { email } });
    expect(await response.json()).toMatchObject({ email: user.email, new_email: email });
    const [toNew, toOld] = [await strict.mailTo(email), await strict.mailTo(user.email)];
    expect(toOld).toMatchObject({ kind: "account_email_change", newEmail: email });

    const half = await strict.call("/verify", { body: { type: "email_change", token_hash: toNew.hash } });
    expect(await half.json()).toMatchObject({ code: "200", msg: expect.stringContaining("other email") });
    expect((await read(token)).email).toBe(user.email);
    const again = await strict.call("/verify", { body: { type: "email_change", token_hash: toNew.hash } });
    expect(await failureOf(again)).toEqual([403, "otp_expired"]);

    await verify(strict, { type: "email_change", email: user.email, token: toOld.code });
    expect(await read(token)).toMatchObject({
      email,
      identities: [{ email, identity_data: { email, email_verified: true } }],
    });
  });

  test("needs the new mailbox alone where that is enough, and where there is no old one", async () => {
    const single = await startAuth({ doubleConfirm: false, emailEverySeconds: 0 });
    const nameless = await startAuth({ anonymousEnabled: true, autoconfirm: false, emailEverySeconds: 0 });
    try {
      const { access_token: token, user } = await single.signUp();
      const stranger = sessionShape.parse(await (await nameless.call("/signup", { body: {} })).json());
      for (const [service, session, id] of [
        [single, token, user.id],
        [nameless, stranger.access_token, stranger.user.id],
      ] as const) {
        const email = freshEmail();
        await service.call("/user", { method: "PUT", token: session, body: { email } });
        const { code } = await service.mailTo(email);
        const changed = await verify(service, { type: "email_change", email, token: code });
        expect(changed.user).toMatchObject({ id, email, is_anonymous: false });
        expect(await service.sql`select from auth.one_time_tokens where user_id = ${id}`).toHaveLength(0);
      }
      await expect(single.mailTo(user.email)).rejects.toThrow();
    } finally {
      await Promise.all([single.close(), nameless.close()]);
    }
  });

  test("tells a browser that one half is done", async () => {
    const { access_token: token } = await confirmed();
    const email = freshEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const landing = await strict.follow((await strict.mailTo(email)).link);
    expect(landing.fragment.message).toContain("proceed to confirm link sent to the other email");
  });

  test("can be asked for again, which makes the first mails worthless", async () => {
    const { user, access_token: token } = await confirmed();
    const email = freshEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const first = await strict.mailTo(email);
    await strict.call("/resend", { body: { type: "email_change", email: user.email } });
    const body = { type: "email_change", token_hash: first.hash };
    expect(await failureOf(await strict.call("/verify", { body }))).toEqual([403, "otp_expired"]);
    expect((await strict.mailTo(email)).hash).not.toBe(first.hash);
  });

  test("that somebody else took meanwhile is refused at the end", async () => {
    const { user, access_token: token } = await confirmed();
    const email = freshEmail();
    await strict.call("/user", { method: "PUT", token, body: { email } });
    const [toNew, toOld] = [await strict.mailTo(email), await strict.mailTo(user.email)];
    await strict.call("/signup", { body: { email, password: PASSWORD } });
    await strict.follow(toNew.link);
    const landing = await strict.follow(toOld.link);
    expect(landing.fragment).toMatchObject({ error_code: "email_exists" });
  });
});

describe("a new password, where it needs a code", () => {
  let careful: TestAuth;
  beforeAll(async () => {
    careful = await startAuth({
      requireReauthentication: true,
      requireCurrentPassword: false,
      emailEverySeconds: 0,
    });
  });
  afterAll(() => careful.close());

  test("is taken at once from a young session, and with the code from an old one", async () => {
    const { user, access_token: token } = await careful.signUp();
    const change = (body: object) => careful.call("/user", { method: "PUT", token, body });
    expect((await change({ password: "deuxième" })).status).toBe(200);

    await careful.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
    expect(await failureOf(await change({ password: "troisième" }))).toEqual([
      400,
      "reauthentication_needed",
    ]);
    expect((await careful.call("/reauthenticate", { method: "GET", token })).status).toBe(200);
    const { code } = await careful.mailTo(user.email);
    const wrong = code === "000000" ? "000001" : "000000";
    expect(await failureOf(await change({ password: "troisième", nonce: wrong }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
    const age = (minutes: number) => careful.sql`
      update auth.one_time_tokens set created_at = created_at - make_interval(mins => ${minutes})`;
    await age(61);
    expect((await change({ password: "troisième", nonce: code })).status).toBe(422);
    await careful.call("/reauthenticate", { method: "GET", token });
    const { code: fresh } = await careful.mailTo(user.email);
    await age(59);
    expect((await change({ password: "troisième", nonce: fresh })).status).toBe(200);
    expect(await failureOf(await change({ password: "quatrième", nonce: fresh }))).toEqual([
      422,
      "reauthentication_not_valid",
    ]);
  });
});
