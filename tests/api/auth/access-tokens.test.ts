/** Token verification: forged, foreign and expired tokens and those of an ended session are rejected. */
import { createHmac, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createKeys } from "#backend/core/gateway/keys.ts";
import { type Claims, createTokens } from "#backend/core/gateway/tokens.ts";
import { readError, type SessionResponse, sessionSchema, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
let session: SessionResponse;
let claims: Claims;
beforeAll(async () => {
  auth = await startAuth();
  session = await auth.signUp();
  const verified = await auth.tokens.verify(session.access_token);
  claims = verified.ok ? verified.claims : {};
});
afterAll(() => auth.close());

function getUser(token?: string): Promise<Response> {
  return auth.call("/user", { method: "GET", token });
}

const now = () => Math.floor(Date.now() / 1000);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("an access token names the user, the session and the authentication method", () => {
  expect(claims).toEqual({
    iss: "http://localhost:3000/auth/v1",
    sub: session.user.id,
    aud: "authenticated",
    exp: session.expires_at,
    iat: session.expires_at - 3600,
    email: session.user.email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { email_verified: true },
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: expect.any(Number) }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
  });
});

test("a token may have no role, but no role that is not a text", async () => {
  const sign = (role: unknown) =>
    new SignJWT({ ...claims, role })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(auth.keys.jwtSecret));
  expect(await auth.tokens.verify(await sign(undefined))).toMatchObject({ ok: true });
  expect(await auth.tokens.verify(await sign(7))).toMatchObject({ failure: { reason: "claims" } });
});

describe("GET /user", () => {
  test("requires a token", async () => {
    expect(await readError(await getUser())).toEqual([401, "no_authorization"]);
    expect(await readError(await getUser("sb_publishable_abc"))).toEqual([401, "no_authorization"]);
  });

  test("rejects the API keys: they name no user", async () => {
    expect(await readError(await getUser(auth.keys.anonKey))).toEqual([403, "bad_jwt"]);
    expect(await readError(await getUser(auth.keys.serviceRoleKey))).toEqual([403, "bad_jwt"]);
  });

  test("rejects a token that was not issued by this service", async () => {
    const [header = "", payload = "", signature = ""] = session.access_token.split(".");
    const publicKey = JSON.stringify(auth.tokens.jwks.keys[0]);
    const confused = `${encode({ alg: "HS256", typ: "JWT" })}.${payload}`;
    const foreign = await createTokens(await createKeys());
    const forged = [
      "x",
      "a.b.c",
      `${header}.${payload}.`,
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${encode({ alg: "NONE" })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: randomUUID() })}.${signature}`,
      `${confused}.${createHmac("sha256", publicKey).update(confused).digest("base64url")}`,
      await foreign.sign(claims),
      await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(Buffer.from("guess")),
    ];
    for (const token of forged) expect(await readError(await getUser(token))).toEqual([403, "bad_jwt"]);
  });

  test("rejects an issued token outside its validity", async () => {
    const expired = await auth.tokens.sign({ ...claims, iat: now() - 7200, exp: now() - 3600 });
    const early = await auth.tokens.sign({ ...claims, nbf: now() + 3600 });
    for (const token of [expired, early])
      expect(await readError(await getUser(token))).toEqual([403, "bad_jwt"]);
  });

  test("rejects an issued token without a user, without a session or with another user's session", async () => {
    const other = await auth.signUp();
    const cases: [Claims, string][] = [
      [{ ...claims, sub: undefined }, "bad_jwt"],
      [{ ...claims, sub: "1' or '1'='1" }, "bad_jwt"],
      [{ ...claims, session_id: "x" }, "bad_jwt"],
      [{ ...claims, sub: randomUUID() }, "user_not_found"],
      [{ ...claims, session_id: randomUUID() }, "session_not_found"],
      [{ ...claims, sub: other.user.id }, "session_not_found"],
    ];
    for (const [content, code] of cases) {
      expect(await readError(await getUser(await auth.tokens.sign(content)))).toEqual([403, code]);
    }
  });

  test("rejects a banned account", async () => {
    const banned = await auth.signUp();
    await auth.sql`update auth.users set banned_until = now() + interval '1 hour' where id = ${banned.user.id}`;
    expect(await readError(await getUser(banned.access_token))).toEqual([403, "user_banned"]);
  });
});

describe("POST /logout", () => {
  async function threeSessions(): Promise<SessionResponse[]> {
    const first = await auth.signUp();
    const body = { email: first.user.email, password: "mot de passe 1" };
    const others = [1, 2].map(async () =>
      sessionSchema.parse(await (await auth.call("/token?grant_type=password", { body })).json()),
    );
    return [first, ...(await Promise.all(others))];
  }

  async function alive(sessions: SessionResponse[]): Promise<boolean[]> {
    const responses = await Promise.all(sessions.map(({ access_token: token }) => getUser(token)));
    return responses.map((response) => response.ok);
  }

  test.each([
    ["", [false, false, false]],
    ["?scope=global", [false, false, false]],
    ["?scope=local", [false, true, true]],
    ["?scope=others", [true, false, false]],
  ])("%s ends the sessions of its scope", async (query, left) => {
    const sessions = await threeSessions();
    const response = await auth.call(`/logout${query}`, { token: sessions[0]?.access_token });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe("");
    expect(await alive(sessions)).toEqual(left);
    const tokens = await auth.sql`
      select from auth.refresh_tokens where user_id = ${sessions[0]?.user.id ?? null}`;
    expect(tokens).toHaveLength(left.filter(Boolean).length);
  });

  test("rejects an unknown scope, and requires an open session", async () => {
    const [first] = await threeSessions();
    const token = first?.access_token;
    expect(await readError(await auth.call("/logout?scope=all", { token }))).toEqual([
      400,
      "validation_failed",
    ]);
    expect(await readError(await auth.call("/logout"))).toEqual([401, "no_authorization"]);
    await auth.call("/logout", { token });
    expect(await readError(await auth.call("/logout", { token }))).toEqual([403, "session_not_found"]);
  });
});

test("the JWKS lists the public key and nothing private", async () => {
  const response = await auth.call("/.well-known/jwks.json", { method: "GET" });
  expect(response.headers.get("cache-control")).toBe("public, max-age=600");
  const { keys } = z
    .object({ keys: z.array(z.record(z.string(), z.unknown())) })
    .parse(await response.json());
  expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] }]);
  expect(keys[0]).not.toHaveProperty("d");
  expect(keys[0]?.kid).toBe(auth.keys.signingKey.kid);
});

test("settings and health are public", async () => {
  const settings = await auth.call("/settings", { method: "GET" });
  expect(await settings.json()).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
  });
  const health = await auth.call("/health/", { method: "GET" });
  expect(await health.json()).toMatchObject({ name: "GoTrue" });
});
