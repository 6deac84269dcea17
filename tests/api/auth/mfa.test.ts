/** Second factors (TOTP and phone) and their effect on sessions. */

import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createUnlimited } from "#tests/support/limits.ts";
import {
  createUniqueIp,
  PASSWORD,
  readError,
  type SessionResponse,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
} from "./auth-fixture.ts";

const PHONE = "22670000001";
const enrolledSchema = z.object({
  id: z.string(),
  type: z.literal("totp"),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
});
const challengeSchema = z.object({ id: z.string(), type: z.string(), expires_at: z.number() });

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth(
    {
      siteUrl: "https://boutique.example",
      phoneFactorEnabled: true,
      smsMinIntervalSeconds: 0,
      smsTestCodes: { [PHONE]: "654321" },
    },
    createUnlimited(),
  );
});
afterAll(() => auth.close());

const home = createUniqueIp();
const post = (path: string, token: string, body: object = {}, ip = home) =>
  auth.call(path, { token, body, ip });

async function enroll(token: string, name = "Téléphone"): Promise<z.infer<typeof enrolledSchema>> {
  const response = await post("/factors", token, { factor_type: "totp", friendly_name: name });
  expect(response.status).toBe(200);
  return enrolledSchema.parse(await response.json());
}

async function challenge(token: string, factorId: string): Promise<string> {
  const response = await post(`/factors/${factorId}/challenge`, token);
  return challengeSchema.parse(await response.json()).id;
}

/** The TOTP code, offset by a number of 30 s steps. */
function generateTotp(uri: string, steps = 0): string {
  const period = 30;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return new TOTP({ secret, period }).generate({ timestamp: Date.now() + steps * period * 1000 });
}

async function verifyFactor(token: string, factorId: string, code: string, ip = home): Promise<Response> {
  const challenge_id = await challenge(token, factorId);
  return post(`/factors/${factorId}/verify`, token, { challenge_id, code }, ip);
}

async function createUserWithFactor(): Promise<{
  session: SessionResponse;
  factorId: string;
  uri: string;
  first: SessionResponse;
}> {
  const first = await auth.signUp();
  const { id, totp } = await enroll(first.access_token);
  const response = await verifyFactor(first.access_token, id, generateTotp(totp.uri));
  expect(response.status).toBe(200);
  return { session: sessionSchema.parse(await response.json()), factorId: id, uri: totp.uri, first };
}

async function getClaims(session: SessionResponse): Promise<Record<string, unknown>> {
  const result = await auth.tokens.verify(session.access_token);
  return result.ok ? result.claims : {};
}

async function signIn(email: string): Promise<SessionResponse> {
  const response = await auth.call("/token?grant_type=password", { body: { email, password: PASSWORD } });
  return sessionSchema.parse(await response.json());
}

const read = (token: string) => auth.call("/user", { method: "GET", token });

describe("an authenticator", () => {
  test("is enrolled with its secret as text, as a URI and as an image", async () => {
    const { access_token: token, user } = await auth.signUp();
    const { id, totp } = await enroll(token);
    const uri = new URL(totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(`boutique.example:${user.email}`);
    expect(uri.searchParams.get("secret")).toBe(totp.secret);
    expect(totp.qr_code).toMatch(/^<svg .*<\/svg>$/);
    const { factors } = userSchema.parse(await (await read(token)).json());
    expect(factors).toEqual([
      expect.objectContaining({ id, status: "unverified", factor_type: "totp", friendly_name: "Téléphone" }),
    ]);
    expect(JSON.stringify(factors)).not.toContain(totp.secret);
  });

  test("raises the session to aal2, ends the aal1 sessions and deletes unfinished factors", async () => {
    const first = await auth.signUp();
    const elsewhere = await signIn(first.user.email);
    await enroll(first.access_token, "jamais fini");
    const { id, totp } = await enroll(first.access_token);
    const response = await verifyFactor(first.access_token, id, generateTotp(totp.uri));
    const session = sessionSchema.parse(await response.json());
    const [before, after] = await Promise.all([getClaims(first), getClaims(session)]);
    expect(after).toMatchObject({ aal: "aal2", session_id: before.session_id });
    expect(after.amr).toEqual([
      { method: "totp", timestamp: expect.any(Number) },
      { method: "password", timestamp: expect.any(Number) },
    ]);
    expect(session.user.factors).toEqual([expect.objectContaining({ id, status: "verified" })]);
    expect(await readError(await read(elsewhere.access_token))).toEqual([403, "session_not_found"]);

    const body = { refresh_token: session.refresh_token };
    const refreshed = await auth.call("/token?grant_type=refresh_token", { body });
    expect(await getClaims(sessionSchema.parse(await refreshed.json()))).toMatchObject({ aal: "aal2" });
  });

  test("accepts a code one step early or late, each once, and no other", async () => {
    // The next step does not begin meanwhile.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { session, factorId, uri } = await createUserWithFactor();
    const token = session.access_token;
    const outcomes: number[] = [];
    for (const steps of [0, 1, -1, 1, 3, -3])
      outcomes.push((await verifyFactor(token, factorId, generateTotp(uri, steps))).status);
    expect(outcomes).toEqual([422, 200, 200, 422, 422, 422]);
    expect(await readError(await verifyFactor(token, factorId, "abcdef"))).toEqual([
      422,
      "mfa_verification_failed",
    ]);
    expect(await readError(await verifyFactor(token, factorId, ""))).toEqual([400, "validation_failed"]);
  });

  test("limits the attempts", async () => {
    const { access_token: token } = await auth.signUp();
    const { id } = await enroll(token);
    const challenge_id = await challenge(token, id);
    const guess = () =>
      auth.call(`/factors/${id}/verify`, {
        token,
        body: { challenge_id, code: "000000" },
        ip: createUniqueIp(),
      });
    const guesses = await Promise.all(Array.from({ length: 11 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("verifies a challenge in time, from the same IP address, once, and only its own", async () => {
    const { session, factorId, uri } = await createUserWithFactor();
    const token = session.access_token;
    const code = generateTotp(uri, 1);
    const verify = (challenge_id: string, ip = home) =>
      post(`/factors/${factorId}/verify`, token, { challenge_id, code }, ip);
    const late = await challenge(token, factorId);
    await auth.sql`update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = ${late}`;
    expect(await readError(await verify(late))).toEqual([422, "mfa_challenge_expired"]);
    const fresh = await challenge(token, factorId);
    expect(await readError(await verify(fresh, createUniqueIp()))).toEqual([422, "mfa_ip_address_mismatch"]);
    expect((await verify(fresh)).status).toBe(200);
    expect(await readError(await verify(fresh))).toEqual([422, "mfa_factor_not_found"]);
    for (const id of ["x", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"]) {
      expect(await readError(await verify(id))).toEqual([422, "mfa_factor_not_found"]);
    }
  });
});

describe("a user with a second factor", () => {
  test("cannot change the password or the address without it", async () => {
    const { session } = await createUserWithFactor();
    const low = await signIn(session.user.email);
    for (const body of [
      { password: "tout neuf", current_password: PASSWORD },
      { email: "ailleurs@example.bf" },
    ]) {
      const response = await auth.call("/user", { method: "PUT", token: low.access_token, body });
      expect(await readError(response)).toEqual([401, "insufficient_aal"]);
    }
    const body = { password: "tout neuf", current_password: PASSWORD };
    const response = await auth.call("/user", { method: "PUT", token: session.access_token, body });
    expect(response.status).toBe(200);
  });

  test("adds and removes factors only with it", async () => {
    const { session, factorId } = await createUserWithFactor();
    const low = await signIn(session.user.email);
    const added = await post("/factors", low.access_token, { factor_type: "totp" });
    expect(await readError(added)).toEqual([403, "insufficient_aal"]);
    const remove = (token: string) => auth.call(`/factors/${factorId}`, { method: "DELETE", token });
    expect(await readError(await remove(low.access_token))).toEqual([422, "insufficient_aal"]);
    const { access_token: otherToken } = await auth.signUp();
    expect(await readError(await remove(otherToken))).toEqual([404, "mfa_factor_not_found"]);

    const removed = await remove(session.access_token);
    expect(await removed.json()).toEqual({ id: factorId });
    const body = { refresh_token: session.refresh_token };
    const refreshed = await auth.call("/token?grant_type=refresh_token", { body });
    expect(await getClaims(sessionSchema.parse(await refreshed.json()))).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
  });
});

test("a phone is verified with a text message", async () => {
  const { access_token: token } = await auth.signUp();
  const enrolment = () =>
    post("/factors", token, { factor_type: "phone", friendly_name: "Le mien", phone: `+${PHONE}` });
  const abandoned: { id: string } = await (await enrolment()).json();
  const response = await enrolment();
  const factor = z.object({ id: z.string(), phone: z.string() }).parse(await response.json());
  expect(factor.phone).toBe(PHONE);
  expect(factor.id).not.toBe(abandoned.id);
  expect(await readError(await verifyFactor(token, factor.id, "123456"))).toEqual([
    422,
    "mfa_verification_failed",
  ]);
  const session = sessionSchema.parse(await (await verifyFactor(token, factor.id, "654321")).json());
  expect(await getClaims(session)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/phone" }, { method: "password" }],
  });
  const again = await post("/factors", session.access_token, { factor_type: "phone", phone: PHONE });
  expect(await readError(again)).toEqual([422, "mfa_verified_factor_exists"]);
});

test.each([
  [{}, 400, "validation_failed"],
  [{ factor_type: "carrier pigeon" }, 400, "validation_failed"],
  [{ factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
  [{ factor_type: "phone" }, 400, "validation_failed"],
  [{ factor_type: "phone", phone: "x" }, 400, "validation_failed"],
  [{ factor_type: "totp", friendly_name: "x".repeat(101) }, 400, "validation_failed"],
])("enrolling %j is rejected", async (body, status, code) => {
  const { access_token: token } = await auth.signUp();
  expect(await readError(await post("/factors", token, body))).toEqual([status, code]);
});

test("factor names are unique, and there are at most ten factors", async () => {
  const { access_token: token } = await auth.signUp();
  await enroll(token, "1");
  const same = await post("/factors", token, { factor_type: "totp", friendly_name: "1" });
  expect(await readError(same)).toEqual([422, "mfa_factor_name_conflict"]);
  for (let count = 2; count <= 10; count++) await enroll(token, String(count));
  const eleventh = await post("/factors", token, { factor_type: "totp", friendly_name: "11" });
  expect(await readError(eleventh)).toEqual([422, "too_many_enrolled_mfa_factors"]);
});

test("each kind can be disabled", async () => {
  const closed = await startAuth({ totpEnabled: false });
  try {
    const { access_token: token } = await closed.signUp();
    for (const factor_type of ["totp", "phone"]) {
      const response = await closed.call("/factors", { token, body: { factor_type, phone: PHONE } });
      expect(await readError(response)).toEqual([422, `mfa_${factor_type}_enroll_not_enabled`]);
    }
  } finally {
    await closed.close();
  }
});

test.each([
  ["POST /sso", "none", "saml_provider_disabled"],
  ["GET /sso/saml/metadata", "none", "saml_provider_disabled"],
  ["GET /admin/sso/providers", "service", "saml_provider_disabled"],
  ["POST /passkeys/authentication/options", "none", "passkey_disabled"],
  ["GET /passkeys", "none", "passkey_disabled"],
  ["POST /oauth/token", "none", "feature_disabled"],
  ["GET /.well-known/oauth-authorization-server", "none", "feature_disabled"],
  ["GET /user/oauth/grants", "user", "feature_disabled"],
  ["POST /admin/oauth/clients", "service", "feature_disabled"],
  ["PUT /admin/custom-providers/x", "service", "feature_disabled"],
])("%s is rejected as an endpoint that is disabled", async (address, caller, code) => {
  const [method, path = ""] = address.split(" ");
  const token = caller === "user" ? (await auth.signUp()).access_token : auth.keys.serviceRoleKey;
  const request = (token?: string) =>
    auth.call(path, { method, token, body: method === "GET" ? undefined : {} });
  expect(await readError(await request(caller === "none" ? undefined : token))).toEqual([404, code]);
  if (caller !== "none") expect((await request()).status).toBe(401);
});
