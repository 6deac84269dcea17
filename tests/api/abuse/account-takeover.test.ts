/**
 * Whoever signs up with somebody else's address, and what the owner of the address finds. The honest people who pass
 * are those who prove an address with the account as they made it, and those who recover one that is proven.
 */
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  sessionSchema,
  startAuth,
  type TestAuth,
  verifyOtp,
} from "#tests/api/auth/auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth({ emailMinIntervalSeconds: 0, siteUrl: "http://shop.test" });
});
afterAll(() => auth.close());

const NEXT = "un autre mot";

const signIn = (email: string, password: string) =>
  auth.call("/token?grant_type=password", { body: { email, password } });
const setPassword = (token: string, body: object) => auth.call("/user", { method: "PUT", token, body });

async function enrollFactor(token: string): Promise<string> {
  const enrolled = z
    .object({ id: z.string(), totp: z.object({ secret: z.string() }) })
    .parse(await (await auth.call("/factors", { token, body: { factor_type: "totp" } })).json());
  const challenge = z
    .object({ id: z.string() })
    .parse(await (await auth.call(`/factors/${enrolled.id}/challenge`, { token, ip: "192.0.2.1" })).json());
  const body = { challenge_id: challenge.id, code: await generate({ secret: enrolled.totp.secret }) };
  const verified = await auth.call(`/factors/${enrolled.id}/verify`, { token, body, ip: "192.0.2.1" });
  return sessionSchema.parse(await verified.json()).access_token;
}

async function recover(email: string) {
  await auth.call("/recover", { body: { email } });
  return verifyOtp(auth, { type: "recovery", token_hash: (await auth.getLatestMail(email)).hash });
}

async function listActions(email: string): Promise<string[]> {
  const rows = await auth.owner<{ action: string }[]>`
    select payload ->> 'action' as action from auth.audit_log_entries
    where payload ->> 'actor_username' = ${email} order by created_at`;
  return rows.map(({ action }) => action);
}

describe("a stranger with the victim's address and a second factor", () => {
  test.each([
    ["recovery", "/recover"],
    ["magiclink", "/otp"],
  ])("is out after the owner's %s", async (type, path) => {
    const email = createUniqueEmail();
    // What the stranger's browser says about the address is no proof.
    const signedUp = await auth.call("/signup", {
      body: { email, password: PASSWORD, data: { email_verified: true } },
    });
    const stranger = sessionSchema.parse(await signedUp.json());
    const raised = await enrollFactor(stranger.access_token);

    await auth.call(path, { body: { email } });
    const owner = await verifyOtp(auth, { type, token_hash: (await auth.getLatestMail(email)).hash });
    expect(owner.user).toMatchObject({
      id: stranger.user.id,
      app_metadata: { credentials_revoked_at: expect.any(String) },
      identities: [{ provider: "email", identity_data: { email, email_verified: true } }],
    });
    expect(owner.user).not.toMatchObject({ factors: [expect.anything()] });
    const letters = await auth.owner`
      select payload from mails where recipient = ${email} and kind = 'account_access_removed'`;
    expect(letters).toEqual([{ payload: { link: "http://shop.test" } }]);
    expect((await setPassword(owner.access_token, { password: NEXT })).status).toBe(200);

    expect((await signIn(email, PASSWORD)).status).toBe(400);
    for (const token of [stranger.access_token, raised]) {
      expect(await readError(await auth.call("/user", { method: "GET", token }))).toEqual([
        403,
        "session_not_found",
      ]);
    }
    expect((await signIn(email, NEXT)).status).toBe(200);
    expect(await listActions(email)).toEqual(
      expect.arrayContaining(["factor_in_progress", "credentials_revoked", "user_updated_password"]),
    );
  });
});

test("the owner of a proven address keeps the second factor at a recovery", async () => {
  const email = createUniqueEmail();
  await auth.signUp(email);
  await setPassword((await recover(email)).access_token, { password: NEXT });
  const own = sessionSchema.parse(await (await signIn(email, NEXT)).json());
  await enrollFactor(own.access_token);
  const again = await recover(email);
  expect(again.user).toMatchObject({ factors: [{ status: "verified" }] });
  expect((await signIn(email, NEXT)).status).toBe(200);
});

describe("a recovery session", () => {
  test("sets one password, and the next needs the current one", async () => {
    const { user } = await auth.signUp();
    const { access_token: token } = await recover(user.email);
    expect((await setPassword(token, { password: NEXT })).status).toBe(200);
    const second = await setPassword(token, { password: "encore un autre" });
    expect(second.status).toBe(400);
    const body = { password: "encore un autre", current_password: NEXT };
    expect((await setPassword(token, body)).status).toBe(200);
  });

  test("sets one password although two requests come at once", async () => {
    const { user } = await auth.signUp();
    const { access_token: token } = await recover(user.email);
    const answers = await Promise.all([
      setPassword(token, { password: "le premier mot" }),
      setPassword(token, { password: "le second mot" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test("sets no password after ten minutes, unless a new code proves the mailbox", async () => {
    const email = createUniqueEmail();
    await auth.signUp(email);
    await setPassword((await recover(email)).access_token, { password: NEXT });
    const { access_token: token } = await recover(email);
    await auth.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`;
    const late = await setPassword(token, { password: "encore un autre" });
    expect(await readError(late)).toEqual([400, "reauthentication_needed"]);

    await auth.call("/reauthenticate", { method: "GET", token });
    const nonce = (await auth.getLatestMail(email)).code;
    expect((await setPassword(token, { password: "encore un autre", nonce })).status).toBe(200);
  });
});
