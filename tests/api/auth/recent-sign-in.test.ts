/** Changes that give an account away: without a recent sign-in the session may not make them. */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
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
  auth = await startAuth({
    anonymousEnabled: true,
    phoneEnabled: true,
    phoneAutoconfirm: true,
    manualLinking: true,
    emailMinIntervalSeconds: 0,
  });
});
afterAll(() => auth.close());

const REFUSED = [400, "reauthentication_needed"];
const ageProofs = (service: TestAuth) =>
  service.sql`update auth.mfa_amr_claims set updated_at = updated_at - interval '11 minutes'`;

const CHANGES: Record<string, [path: string, method: string, body?: object]> = {
  "another address": ["/user", "PUT", { email: createUniqueEmail() }],
  "another number": ["/user", "PUT", { phone: "22670998877" }],
  "a second factor": ["/factors", "POST", { factor_type: "totp" }],
  "another provider": ["/user/identities/authorize?provider=unknown", "GET"],
  "one provider less": ["/user/identities/8f14e45f-ceea-467f-a8f9-3f1b1f1d1a11", "DELETE"],
  "the end of all other sessions": ["/logout?scope=others", "POST"],
};

describe.each(Object.entries(CHANGES))("%s", (_, [path, method, body]) => {
  test("needs a password or a code of the last ten minutes", async () => {
    const { user, access_token: token } = await auth.signUp();
    const change = () => auth.call(path, { method, token, body });
    await ageProofs(auth);
    expect(await readError(await change())).toEqual(REFUSED);
    // Another session of the same account proves nothing for this one.
    const other = sessionSchema.parse(
      await (
        await auth.call("/token?grant_type=password", { body: { email: user.email, password: PASSWORD } })
      ).json(),
    );
    expect(await readError(await change())).toEqual(REFUSED);
    const allowed = await auth.call(path, { method, token: other.access_token, body });
    if (!allowed.ok) expect(await readError(allowed)).not.toEqual(REFUSED);
  });
});

test("the second factor is removed after one of its codes", async () => {
  const ip = createUniqueIp();
  const { access_token: token } = await auth.signUp();
  const enrolled = await auth.call("/factors", { token, body: { factor_type: "totp" } });
  const { id, totp } = z
    .object({ id: z.string(), totp: z.object({ secret: z.string() }) })
    .parse(await enrolled.json());
  const present = async (caller: string, timestamp: number) => {
    const challenge = z.object({ id: z.string() });
    const begun = await auth.call(`/factors/${id}/challenge`, { token: caller, ip, body: {} });
    const { id: challenge_id } = challenge.parse(await begun.json());
    const code = new TOTP({ secret: totp.secret }).generate({ timestamp });
    const verified = await auth.call(`/factors/${id}/verify`, {
      token: caller,
      ip,
      body: { challenge_id, code },
    });
    return sessionSchema.parse(await verified.json()).access_token;
  };
  const raised = await present(token, Date.now());
  await ageProofs(auth);
  const remove = (caller: string) => auth.call(`/factors/${id}`, { method: "DELETE", token: caller });
  expect(await readError(await remove(raised))).toEqual(REFUSED);
  expect((await remove(await present(raised, Date.now() + 30_000))).status).toBe(200);
});

test("an anonymous account, which has nothing to prove, gets its first address", async () => {
  const { access_token: token } = sessionSchema.parse(
    await (await auth.call("/signup", { body: {} })).json(),
  );
  await ageProofs(auth);
  const email = createUniqueEmail();
  expect((await auth.call("/user", { method: "PUT", token, body: { email } })).status).toBe(200);
});

test("the time is a setting, and 0 asks nothing", async () => {
  const lax = await startAuth({ recentSignInSeconds: 0 });
  try {
    const { access_token: token } = await lax.signUp();
    await ageProofs(lax);
    expect((await lax.call("/factors", { token, body: { factor_type: "totp" } })).status).toBe(200);
  } finally {
    await lax.close();
  }
});
