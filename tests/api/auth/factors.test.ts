/** Second factors: an authenticator and a phone, and what they do to sessions. */
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  failureOf,
  freshIp,
  PASSWORD,
  type SessionBody,
  sessionShape,
  startAuth,
  type TestAuth,
  userShape,
} from "./service.ts";

const PHONE = "22670000001";
const enrolled = z.object({
  id: z.string(),
  type: z.literal("totp"),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
});
const challenged = z.object({ id: z.string(), type: z.string(), expires_at: z.number() });

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth({
    siteUrl: "https://boutique.example",
    phoneFactorEnabled: true,
    smsEverySeconds: 0,
    smsTestCodes: { [PHONE]: "654321" },
    addressLimits: { factor: { burst: 200, perSecond: 1 }, user: { burst: 200, perSecond: 1 } },
  });
});
afterAll(() => auth.close());

const home = freshIp();
const post = (path: string, token: string, body: object = {}, ip = home) =>
  auth.call(path, { token, body, ip });

async function enroll(token: string, name = "Téléphone"): Promise<z.infer<typeof enrolled>> {
  const response = await post("/factors", token, { factor_type: "totp", friendly_name: name });
  expect(response.status).toBe(200);
  return enrolled.parse(await response.json());
}

async function challenge(token: string, factorId: string): Promise<string> {
  const response = await post(`/factors/${factorId}/challenge`, token);
  return challenged.parse(await response.json()).id;
}

/** What an authenticator shows that many steps of 30 s from now. */
function codeOf(uri: string, steps = 0): string {
  const period = 30;
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return new TOTP({ secret, period }).generate({ timestamp: Date.now() + steps * period * 1000 });
}

async function prove(token: string, factorId: string, code: string, ip = home): Promise<Response> {
  const challenge_id = await challenge(token, factorId);
  return post(`/factors/${factorId}/verify`, token, { challenge_id, code }, ip);
}

async function withFactor(): Promise<{
  session: SessionBody;
  factorId: string;
  uri: string;
  first: SessionBody;
}> {
  const first = await auth.signUp();
  const { id, totp } = await enroll(first.access_token);
  const response = await prove(first.access_token, id, codeOf(totp.uri));
  expect(response.status).toBe(200);
  return { session: sessionShape.parse(await response.json()), factorId: id, uri: totp.uri, first };
}

async function claimsOf(session: SessionBody): Promise<Record<string, unknown>> {
  const result = await auth.tokens.verify(session.access_token);
  return result.ok ? result.claims : {};
}

async function signIn(email: string): Promise<SessionBody> {
  const response = await auth.call("/token?grant_type=password", { body: { email, password: PASSWORD } });
  return sessionShape.parse(await response.json());
}

const read = (token: string) => auth.call("/user", { method: "GET", token });

describe("an authenticator", () => {
  test("is enrolled with its secret as text, as an address and as a picture", async () => {
    const { access_token: token, user } = await auth.signUp();
    const { id, totp } = await enroll(token);
    const uri = new URL(totp.uri);
    expect(decodeURIComponent(uri.pathname)).toContain(`boutique.example:${user.email}`);
    expect(uri.searchParams.get("secret")).toBe(totp.secret);
    expect(totp.qr_code).toMatch(/^<svg .*<\/svg>$/);
    const { factors } = userShape.parse(await (await read(token)).json());
    expect(factors).toEqual([
      expect.objectContaining({ id, status: "unverified", factor_type: "totp", friendly_name: "Téléphone" }),
    ]);
    expect(JSON.stringify(factors)).not.toContain(totp.secret);
  });

  test("lifts the session to aal2, ends the lower ones and forgets unfinished factors", async () => {
    const first = await auth.signUp();
    const elsewhere = await signIn(first.user.email);
    await enroll(first.access_token, "jamais fini");
    const { id, totp } = await enroll(first.access_token);
    const response = await prove(first.access_token, id, codeOf(totp.uri));
    const session = sessionShape.parse(await response.json());
    const [before, after] = await Promise.all([claimsOf(first), claimsOf(session)]);
    expect(after).toMatchObject({ aal: "aal2", session_id: before.session_id });
    expect(after.amr).toEqual([
      { method: "totp", timestamp: expect.any(Number) },
      { method: "password", timestamp: expect.any(Number) },
    ]);
    expect(session.user.factors).toEqual([expect.objectContaining({ id, status: "verified" })]);
    expect(await failureOf(await read(elsewhere.access_token))).toEqual([403, "session_not_found"]);

    const body = { refresh_token: session.refresh_token };
    const refreshed = await auth.call("/token?grant_type=refresh_token", { body });
    expect(await claimsOf(sessionShape.parse(await refreshed.json()))).toMatchObject({ aal: "aal2" });
  });

  test("takes a code a step early or late, each once, and no other", async () => {
    const { session, factorId, uri } = await withFactor();
    const token = session.access_token;
    const outcomes: number[] = [];
    for (const steps of [0, 1, -1, 1, 3, -3])
      outcomes.push((await prove(token, factorId, codeOf(uri, steps))).status);
    expect(outcomes).toEqual([422, 200, 200, 422, 422, 422]);
    expect(await failureOf(await prove(token, factorId, "abcdef"))).toEqual([422, "mfa_verification_failed"]);
    expect(await failureOf(await prove(token, factorId, ""))).toEqual([400, "validation_failed"]);
  });

  test("is not to be guessed", async () => {
    const { access_token: token } = await auth.signUp();
    const { id } = await enroll(token);
    const challenge_id = await challenge(token, id);
    const guess = () =>
      auth.call(`/factors/${id}/verify`, { token, body: { challenge_id, code: "000000" }, ip: freshIp() });
    const guesses = await Promise.all(Array.from({ length: 11 }, guess));
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("answers a challenge in time, from where it was asked, once, and only its own", async () => {
    const { session, factorId, uri } = await withFactor();
    const token = session.access_token;
    const code = codeOf(uri, 1);
    const verify = (challenge_id: string, ip = home) =>
      post(`/factors/${factorId}/verify`, token, { challenge_id, code }, ip);
    const late = await challenge(token, factorId);
    await auth.sql`update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = ${late}`;
    expect(await failureOf(await verify(late))).toEqual([422, "mfa_challenge_expired"]);
    const fresh = await challenge(token, factorId);
    expect(await failureOf(await verify(fresh, freshIp()))).toEqual([422, "mfa_ip_address_mismatch"]);
    expect((await verify(fresh)).status).toBe(200);
    expect(await failureOf(await verify(fresh))).toEqual([422, "mfa_factor_not_found"]);
    for (const id of ["x", "3f2504e0-4f89-41d3-9a0c-0305e82c3301"]) {
      expect(await failureOf(await verify(id))).toEqual([422, "mfa_factor_not_found"]);
    }
  });
});

describe("who has a second factor", () => {
  test("changes neither password nor address without it", async () => {
    const { session } = await withFactor();
    const low = await signIn(session.user.email);
    for (const body of [
      { password: "tout neuf", current_password: PASSWORD },
      { email: "ailleurs@example.bf" },
    ]) {
      const response = await auth.call("/user", { method: "PUT", token: low.access_token, body });
      expect(await failureOf(response)).toEqual([401, "insufficient_aal"]);
    }
    const body = { password: "tout neuf", current_password: PASSWORD };
    const response = await auth.call("/user", { method: "PUT", token: session.access_token, body });
    expect(response.status).toBe(200);
  });

  test("adds and removes factors only with it", async () => {
    const { session, factorId } = await withFactor();
    const low = await signIn(session.user.email);
    const added = await post("/factors", low.access_token, { factor_type: "totp" });
    expect(await failureOf(added)).toEqual([403, "insufficient_aal"]);
    const remove = (token: string) => auth.call(`/factors/${factorId}`, { method: "DELETE", token });
    expect(await failureOf(await remove(low.access_token))).toEqual([422, "insufficient_aal"]);
    const { access_token: stranger } = await auth.signUp();
    expect(await failureOf(await remove(stranger))).toEqual([404, "mfa_factor_not_found"]);

    const removed = await remove(session.access_token);
    expect(await removed.json()).toEqual({ id: factorId });
    const body = { refresh_token: session.refresh_token };
    const refreshed = await auth.call("/token?grant_type=refresh_token", { body });
    expect(await claimsOf(sessionShape.parse(await refreshed.json()))).toMatchObject({
      aal: "aal1",
      amr: [{ method: "password" }],
    });
  });
});

test("a phone proves by a message", async () => {
  const { access_token: token } = await auth.signUp();
  const enrolment = () =>
    post("/factors", token, { factor_type: "phone", friendly_name: "Le mien", phone: `+${PHONE}` });
  const abandoned: { id: string } = await (await enrolment()).json();
  const response = await enrolment();
  const factor = z.object({ id: z.string(), phone: z.string() }).parse(await response.json());
  expect(factor.phone).toBe(PHONE);
  expect(factor.id).not.toBe(abandoned.id);
  expect(await failureOf(await prove(token, factor.id, "123456"))).toEqual([422, "mfa_verification_failed"]);
  const session = sessionShape.parse(await (await prove(token, factor.id, "654321")).json());
  expect(await claimsOf(session)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/phone" }, { method: "password" }],
  });
  const again = await post("/factors", session.access_token, { factor_type: "phone", phone: PHONE });
  expect(await failureOf(again)).toEqual([422, "mfa_verified_factor_exists"]);
});

test.each([
  [{}, 400, "validation_failed"],
  [{ factor_type: "carrier pigeon" }, 400, "validation_failed"],
  [{ factor_type: "webauthn" }, 422, "mfa_webauthn_enroll_not_enabled"],
  [{ factor_type: "phone" }, 400, "validation_failed"],
  [{ factor_type: "phone", phone: "x" }, 400, "validation_failed"],
  [{ factor_type: "totp", friendly_name: "x".repeat(101) }, 400, "validation_failed"],
])("enrolling %j is refused", async (body, status, code) => {
  const { access_token: token } = await auth.signUp();
  expect(await failureOf(await post("/factors", token, body))).toEqual([status, code]);
});

test("names are each taken once, and there are ten factors at most", async () => {
  const { access_token: token } = await auth.signUp();
  await enroll(token, "1");
  const same = await post("/factors", token, { factor_type: "totp", friendly_name: "1" });
  expect(await failureOf(same)).toEqual([422, "mfa_factor_name_conflict"]);
  for (let count = 2; count <= 10; count++) await enroll(token, String(count));
  const eleventh = await post("/factors", token, { factor_type: "totp", friendly_name: "11" });
  expect(await failureOf(eleventh)).toEqual([422, "too_many_enrolled_mfa_factors"]);
});

test("each kind can be switched off", async () => {
  const closed = await startAuth({ totpEnabled: false });
  try {
    const { access_token: token } = await closed.signUp();
    for (const factor_type of ["totp", "phone"]) {
      const response = await closed.call("/factors", { token, body: { factor_type, phone: PHONE } });
      expect(await failureOf(response)).toEqual([422, `mfa_${factor_type}_enroll_not_enabled`]);
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
])("%s is refused as by a server where that is switched off", async (address, who, code) => {
  const [method, path = ""] = address.split(" ");
  const token = who === "user" ? (await auth.signUp()).access_token : auth.keys.serviceRoleKey;
  const ask = (token?: string) => auth.call(path, { method, token, body: method === "GET" ? undefined : {} });
  expect(await failureOf(await ask(who === "none" ? undefined : token))).toEqual([404, code]);
  if (who !== "none") expect((await ask()).status).toBe(401);
});
