/** Generated requests to every endpoint of the service: each gets a response that the protocol defines. */

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#backend/auth/api.ts";
import { resolveSettings } from "#backend/auth/config.ts";
import { createRefusalLog } from "#backend/auth/refusals.ts";
import { createSharedRateLimiter } from "#backend/auth/shared-rate-limiter.ts";
import { NetworkTurns } from "#backend/core/limits/network-turns.ts";
import { createLogger } from "#backend/core/observability/log.ts";
import { isAdministrator } from "#jobs/administrators.ts";
import { enqueueAccountMail } from "#jobs/mail/outbox.ts";
import {
  contentType,
  credentialHeaders,
  expectSafeResponse,
  fuzzRequests,
  headerText,
  jsonBody,
  malformedBody,
  requestTarget,
} from "#tests/support/fuzzing.ts";
import { createUnlimited } from "#tests/support/limits.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";
import { createUniqueEmail, createUniqueIp, PASSWORD, startAuth, type TestAuth } from "./auth-fixture.ts";

const SITE = "https://shop.example";
const APP = "https://app.example/back";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth(
    {
      siteUrl: SITE,
      redirectUrls: [`${APP}/**`],
      phoneEnabled: true,
      anonymousEnabled: true,
      manualLinking: true,
      phoneFactorEnabled: true,
      requireCurrentPassword: false,
      emailsPerHour: 1e9,
      emailMinIntervalSeconds: 0,
      smsMinIntervalSeconds: 0,
      smsTestCodes: { "22670000000": "123456", "22671111111": "654321" },
    },
    createUnlimited(),
  );
});
afterAll(() => auth.close());

/** The fields that the endpoints read. */
const SHAPES = [
  ...[
    "email password data",
    "phone password channel",
    "data",
    "email create_user",
    "phone channel",
    "email type",
  ],
  ...[
    "phone type",
    "email token type",
    "phone token type",
    "token_hash type",
    "email",
    "email data",
    "refresh_token",
  ],
  ...["email password", "phone password", "email password code_challenge code_challenge_method"],
  ...[
    "auth_code code_verifier",
    "provider id_token nonce",
    "domain",
    "password nonce",
    "password current_password",
  ],
  ...[
    "phone",
    "email code_challenge code_challenge_method",
    "factor_type friendly_name issuer",
    "factor_type phone",
  ],
  ...["challenge_id code", "channel", "type email new_email", "type email password redirect_to data"],
  ...[
    "email password email_confirm user_metadata app_metadata",
    "email password_hash id role",
    "ban_duration",
  ],
  ...["phone phone_confirm password", "should_soft_delete", "friendly_name", "data nonce"],
];

/** Accounts in every state, so that requests can be almost valid. */
async function people() {
  const sessions = await Promise.all(Array.from({ length: 10 }, () => auth.signUp()));
  const factors: { id: string }[] = await Promise.all(
    sessions.map(async ({ access_token: token }) =>
      (await auth.call("/factors", { token, body: { factor_type: "totp", friendly_name: "phone" } })).json(),
    ),
  );
  const anonymous: { access_token: string } = await (await auth.call("/signup", { body: {} })).json();
  return { sessions, factors, anonymous };
}

/** Valid values of fields and parameters for these accounts. */
function soundValues({ sessions, factors }: Awaited<ReturnType<typeof people>>) {
  const one = <T>(...values: [T, ...T[]]) => fc.constantFrom(...values);
  const ids = fc.constantFrom(...sessions.map(({ user }) => user.id));
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  const fields = {
    email: fc.oneof(
      fc.constantFrom(...sessions.map(({ user }) => user.email)),
      fc.constant(0).map(createUniqueEmail),
    ),
    phone: one("22670000000", "+226 71 11 11 11", "22672000000"),
    password: one(PASSWORD, PASSWORD, "another password", "x"),
    current_password: one(PASSWORD, "wrong"),
    password_hash: one(
      "$2a$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234",
      "$argon2id$v=19$m=1,t=1,p=1$a$b",
    ),
    nonce: one("123456", "wrong"),
    data: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 }),
    user_metadata: one({ name: "Awa" }, { role: "admin" }),
    app_metadata: one({ role: "admin" }, { provider: "email" }),
    channel: one("sms", "whatsapp"),
    create_user: fc.boolean(),
    code_challenge: one(challenge, "short"),
    code_challenge_method: one("s256", "plain", "S256"),
    refresh_token: fc.constantFrom(...sessions.map(({ refresh_token }) => refresh_token)),
    auth_code: fc.uuid(),
    code_verifier: one("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "short"),
    provider: one("google", "email", "azure"),
    id_token: one("a.b.c", sessions[0]?.access_token ?? ""),
    type: one(
      "signup",
      "email",
      "recovery",
      "magiclink",
      "invite",
      "sms",
      "phone_change",
      "email_change",
      "reauthentication",
    ),
    token: one("123456", "000000"),
    token_hash: one("a".repeat(56)),
    redirect_to: one(
      SITE,
      APP,
      "https://evil.example",
      `${SITE}@evil.example`,
      "javascript:alert(1)",
      `//evil.example`,
    ),
    new_email: fc.constant(0).map(createUniqueEmail),
    factor_type: one("totp", "phone", "webauthn"),
    friendly_name: one("phone", "tablet"),
    issuer: one("Yaaré"),
    challenge_id: fc.uuid(),
    code: one("123456", "000000"),
    ban_duration: one("none", "24h", "1h30m", "876000h"),
    role: one("authenticated", "service_role", "postgres"),
    id: fc.uuid(),
    email_confirm: fc.boolean(),
    phone_confirm: fc.boolean(),
    should_soft_delete: fc.boolean(),
    domain: one("example.com"),
  };
  const parameters = {
    user_id: ids,
    factor_id: fc.constantFrom(...factors.map(({ id }) => id)),
    identity_id: fc.oneof(
      fc.uuid(),
      fc.constantFrom(...sessions.map(({ user }) => String(user.identities[0]?.identity_id))),
    ),
  };
  const { type, token, redirect_to, provider, code, code_challenge, code_challenge_method } = fields;
  const queries = {
    ...{
      type,
      token,
      token_hash: fields.token_hash,
      redirect_to,
      provider,
      code,
      code_challenge,
      code_challenge_method,
    },
    grant_type: one("password", "refresh_token", "pkce", "id_token", "web3"),
    scope: one("global", "local", "others"),
    scopes: one("openid email", ""),
    state: fc.uuid(),
    error: one("access_denied"),
    page: one("1", "2", "0", "-1", "9".repeat(30)),
    per_page: one("1", "1000", "0", "1e9"),
    filter: one("example", "%", "_"),
    skip_http_redirect: one("true", "false"),
  };
  return { fields, parameters, queries };
}

/** The allowed redirect targets. */
const ALLOWED = new RegExp(`^(${SITE}(/|$|[?#])|${APP}/)`);

/** Requests to every endpoint, with and without sufficient rights. */
async function requests() {
  const { sql, tokens, keys } = auth;
  const settings = resolveSettings({});
  const log = createLogger("silent");
  const rateLimiter = createSharedRateLimiter(sql);
  const api = createApi({
    sql,
    tokens,
    log,
    settings,
    secret: "",
    rateLimiter,
    limits: createUnlimited(),
    turns: new NetworkTurns(() => null),
    providers: new Map(),
    sms: null,
    enqueueMail: enqueueAccountMail,
    isAdministrator,
    refusals: createRefusalLog(sql, log),
  });
  const them = await people();
  const { fields, parameters, queries } = soundValues(them);
  const unauthorized = await createUnauthorizedTokens(keys);
  // A token without a session stays valid when a request ends all sessions.
  const lasting = await Promise.all(
    them.sessions.map(({ user: { id } }) =>
      tokens.sign({ sub: id, role: "authenticated", aud: "authenticated" }),
    ),
  );
  const own = [...them.sessions, them.anonymous].map(({ access_token }) => access_token);
  const admin = Array(8).fill(keys.serviceRoleKey);
  const header = fc.oneof(
    fc.tuple(fc.constantFrom("redirect_to", "referer"), fc.oneof(fields.redirect_to, headerText)),
    fc.tuple(
      fc.constantFrom(
        "x-supabase-api-version",
        "user-agent",
        "accept",
        "x-forwarded-for",
        "content-encoding",
      ),
      fc.oneof(headerText, fc.constantFrom("2024-01-01", "2024-13-45", "gzip")),
    ),
  );
  return fc.record({
    address: requestTarget(api, parameters, queries),
    body: fc.oneof(
      { weight: 9, arbitrary: jsonBody(fields, SHAPES) },
      { weight: 1, arbitrary: malformedBody },
    ),
    type: contentType,
    token: credentialHeaders([...lasting, ...own, ...admin], Object.values(unauthorized)),
    headers: fc.array(header, { maxLength: 2 }),
  });
}

test("every generated request gets a response that the protocol defines", async () => {
  await fuzzRequests(400, requests, async ({ address: { method, path }, body, type, token, headers }) => {
    const sent = new Request(`http://shop.test${path}`, {
      method,
      headers: [...headers, ["content-type", type], ...token],
      body: method === "GET" || method === "HEAD" ? undefined : body,
    });
    const response = await auth.handle(sent, createUniqueIp());
    const text = await response.text();
    expectSafeResponse(response, text, { method, path, body, type, token, headers });
    const location = response.headers.get("location");
    if (location !== null) expect(location, path).toMatch(ALLOWED);
    if (response.status < 400 || method === "HEAD") return;
    const { error_code, code, error } = JSON.parse(text);
    expect(error_code ?? error ?? code, text).toEqual(expect.stringMatching(/^[a-z0-9_ ]+$/));
  });
});
