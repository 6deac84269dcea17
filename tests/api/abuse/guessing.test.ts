/**
 * Guessing: codes of six digits, passwords from the lists that everybody has, and floods of sign-ins. The honest
 * people who pass mistype a code four times, choose a password of their own, and sign in during a flood.
 */
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import {
  createUniqueEmail,
  PASSWORD,
  readError,
  startAuth,
  type TestAuth,
  verifyOtp,
} from "#tests/api/auth/auth-fixture.ts";
import { createUnlimited } from "#tests/support/limits.ts";
import { waitForBlockedTransactions } from "#tests/support/wait-for-locks.ts";

const factorSchema = z.object({ id: z.string(), totp: z.object({ secret: z.string() }) });
const challengeSchema = z.object({ id: z.string() });

let auth: TestAuth;
let instance: TestAuth;
beforeAll(async () => {
  auth = await startAuth({ emailMinIntervalSeconds: 0 }, createUnlimited());
  instance = await auth.startInstance();
});
afterAll(async () => {
  await instance.close();
  await auth.close();
});

const expired = [403, "otp_expired"];

async function requestCode(): Promise<{ email: string; code: string; link: string; wrong: string }> {
  const { user } = await auth.signUp();
  await auth.call("/recover", { body: { email: user.email } });
  const { code, link } = await auth.getLatestMail(user.email);
  return { email: user.email, code, link, wrong: code === "000000" ? "000001" : "000000" };
}

const verify = (service: TestAuth, email: string, token: string) =>
  service.call("/verify", { body: { type: "recovery", email, token } });

describe("a code of six digits", () => {
  test("ends after five wrong ones, at whatever instance, but its link does not", async () => {
    const { email, code, link, wrong } = await requestCode();
    for (const service of [auth, instance, auth, instance, auth]) {
      expect(await readError(await verify(service, email, wrong))).toEqual(expired);
    }
    expect(await readError(await verify(instance, email, code))).toEqual(expired);
    expect((await auth.followLink(link)).fragment.access_token).toBeTruthy();
  });

  test("ends after five wrong ones that come at once", async () => {
    const { email, code, wrong } = await requestCode();
    await Promise.all(Array.from({ length: 8 }, () => verify(auth, email, wrong)));
    expect(await readError(await verify(auth, email, code))).toEqual(expired);
  });

  test("is accepted after four wrong ones, and a new one starts again", async () => {
    const { email, code, wrong } = await requestCode();
    for (let i = 0; i < 4; i++) await verify(auth, email, wrong);
    await verifyOtp(auth, { type: "recovery", email, token: code });

    const second = await requestCode();
    for (let i = 0; i < 5; i++) await verify(auth, second.email, second.wrong);
    await auth.call("/recover", { body: { email: second.email } });
    const { code: fresh } = await auth.getLatestMail(second.email);
    await verifyOtp(auth, { type: "recovery", email: second.email, token: fresh });
  });

  test("is not ended by itself: sent six times, also at once, it is no wrong one", async () => {
    const { email, code } = await requestCode();
    await auth.owner`update auth.users set banned_until = now() + interval '1 hour' where email = ${email}`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => verify(auth, email, code)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    await auth.owner`update auth.users set banned_until = null where email = ${email}`;
    await verifyOtp(auth, { type: "recovery", email, token: code });
  });

  test("lives ten minutes, its link an hour", async () => {
    const { email, code, link } = await requestCode();
    await auth.sql`update auth.one_time_tokens set created_at = created_at - interval '11 minutes'`;
    expect(await readError(await verify(auth, email, code))).toEqual(expired);
    expect((await auth.followLink(link)).fragment.access_token).toBeTruthy();
  });
});

test("a challenge of a second factor ends after five wrong codes", async () => {
  const { access_token: token } = await auth.signUp();
  const ip = "192.0.2.44";
  const enrolled = await auth.call("/factors", { token, ip, body: { factor_type: "totp" } });
  const { id, totp } = factorSchema.parse(await enrolled.json());
  const challenge = challengeSchema.parse(
    await (await auth.call(`/factors/${id}/challenge`, { token, ip })).json(),
  );
  const right = await generate({ secret: totp.secret });
  const wrong = right === "000000" ? "000001" : "000000";
  const check = (code: string) =>
    auth.call(`/factors/${id}/verify`, { token, ip, body: { challenge_id: challenge.id, code } });
  for (let i = 0; i < 5; i++)
    expect(await readError(await check(wrong))).toEqual([422, "mfa_verification_failed"]);
  expect(await readError(await check(right))).toEqual([422, "mfa_challenge_expired"]);
});

describe("a password", () => {
  test.each(["123456", "motdepasse", "AZERTY123", "iloveyou"])(
    "%s is refused with a reason",
    async (password) => {
      const response = await auth.call("/signup", { body: { email: createUniqueEmail(), password } });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        error_code: "weak_password",
        weak_password: { reasons: ["pwned"] },
      });
    },
  );

  test.each(["tuyau7", "demo-yaare", "mot de passe 1"])("%s is accepted", async (password) => {
    const response = await auth.call("/signup", { body: { email: createUniqueEmail(), password } });
    expect(response.status).toBe(200);
  });

  test("of an administrator has twelve characters, whoever sets it", async () => {
    const { user, access_token: token } = await auth.signUp();
    await auth.owner`insert into admin_users (id, name, email) values (${user.id}, 'Mariam', ${user.email})`;
    const short = { password: "tuyau-rouge", current_password: PASSWORD };
    expect(await readError(await auth.call("/user", { method: "PUT", token, body: short }))).toEqual([
      422,
      "weak_password",
    ]);
    const byService = (password: string) =>
      auth.call(`/admin/users/${user.id}`, {
        method: "PUT",
        token: auth.keys.serviceRoleKey,
        body: { password },
      });
    expect(await readError(await byService("tuyau-rouge"))).toEqual([422, "weak_password"]);
    expect((await byService("tuyau-rouges")).status).toBe(200);
  });
});

test("a customer signs in while four networks send sign-ins, which are told to retry", async () => {
  const shop = await startAuth();
  onTestFinished(() => shop.close());
  const { user } = await shop.signUp();
  let compared = 0;
  const flood = Array.from({ length: 120 }, async (_, i) => {
    const body = { email: createUniqueEmail(), password: PASSWORD };
    const response = await shop.call("/token?grant_type=password", { body, ip: `198.51.${i % 4}.9` });
    if (response.status === 400) compared += 1;
    return response;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const body = { email: user.email, password: PASSWORD };
  const session = await shop.call("/token?grant_type=password", { body });
  expect(session.status).toBe(200);
  const comparedBefore = compared;

  const answers = await Promise.all(flood);
  // First come, first served, the customer's password would be compared last.
  expect(compared).toBeGreaterThan(comparedBefore);
  expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([400, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("refused sign-ins are recorded together, with their number and account", async () => {
  const service = await auth.startInstance();
  const { user } = await auth.signUp();
  const ip = "203.0.113.77";
  for (let i = 0; i < 3; i++) {
    await service.call("/token?grant_type=password", { body: { email: user.email, password: "faux" }, ip });
  }
  await service.close();
  const [failed] = await auth.owner`
    select sum((payload -> 'traits' ->> 'count')::int)::int as count, min(payload -> 'traits' ->> 'reason') as reason
    from auth.audit_log_entries
    where payload ->> 'action' = 'login_failed' and payload ->> 'actor_id' = ${user.id} and ip_address = ${ip}`;
  expect(failed).toEqual({ count: 3, reason: "invalid_credentials" });
});

test("sign-ins that are sent slowly take no place from those of the same network", async () => {
  const shop = await startAuth();
  onTestFinished(() => shop.close());
  const { user } = await shop.signUp();
  const ip = "198.51.100.7";
  const senders: ReadableStreamDefaultController[] = [];
  const slow = Array.from({ length: 25 }, () => {
    const body = new ReadableStream({ start: (sender) => void senders.push(sender) });
    const options = { method: "POST", body, duplex: "half" };
    return shop.handle(new Request("http://shop.test/auth/v1/token?grant_type=password", options), ip);
  });
  const body = { email: user.email, password: PASSWORD };
  expect((await shop.call("/token?grant_type=password", { body, ip })).status).toBe(200);
  for (const sender of senders) sender.close();
  await Promise.all(slow);
});

test("one network that reads its account without end leaves the connections to others", async () => {
  const shop = await startAuth();
  onTestFinished(() => shop.close());
  const { access_token: token } = await shop.signUp();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const slow = shop.owner.begin(async (tx) => {
    await tx`lock table auth.identities in access exclusive mode`;
    lock();
    await released;
  });
  await locked;
  const read = () => shop.call("/user", { method: "GET", token, ip: "198.51.100.7" });
  const flood = Promise.all(Array.from({ length: 80 }, read));
  // Without turns by network, or with two connections for each, they have all connections by now.
  await waitForBlockedTransactions(shop.owner, 4, "supabase_auth_admin");
  const body = { email: createUniqueEmail(), password: PASSWORD };
  expect((await shop.call("/token?grant_type=password", { body })).status).toBe(400);
  release();
  await slow;
  expect(new Set((await flood).map(({ status }) => status))).toEqual(new Set([200]));
});
