/** Requests that no client sends. None may be answered by a stack, by SQL, or by silence. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, PASSWORD, startAuth, type TestAuth } from "./service.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;

const OPEN = [
  "/signup",
  "/otp",
  "/magiclink",
  "/recover",
  "/resend",
  "/verify",
  ...["password", "refresh_token", "pkce", "id_token"].map((grant) => `/token?grant_type=${grant}`),
];

describe.each(OPEN)("%s", (path) => {
  test.each([
    ["nothing", undefined],
    ["an empty body", ""],
    ["half a body", '{"email": "a@b.bf", "pass'],
    ["a form", "email=a%40b.bf&password=secret"],
    ["null", "null"],
    ["a list", "[]"],
    ["a text", '"x"'],
    [
      "fields of the wrong kind",
      '{"email": {"a": 1}, "password": [1], "refresh_token": 5, "type": 5, "auth_code": 5, "id_token": 5}',
    ],
    ["a deep list", deep],
  ])("refuses %s", async (_what, body) => {
    expect(await failureOf(await auth.call(path, { body }))).toEqual([400, "bad_json"]);
  });

  test("refuses a body over 1 MB, whether it says so or not", async () => {
    const body = `{"email": "${"x".repeat(1 << 20)}"}`;
    expect(await failureOf(await auth.call(path, { body }))).toEqual([413, "request_entity_too_large"]);
    const lying = await auth.call(path, { body, headers: { "content-length": "10" } });
    expect(await failureOf(lying)).toEqual([413, "request_entity_too_large"]);
  });

  test("never repeats a password", async () => {
    for (const body of [
      `{"password": "hunter2", "email": 5}`,
      `{"password": "hunter2"`,
      { password: "hunter2" },
    ]) {
      expect(await (await auth.call(path, { body })).text()).not.toContain("hunter2");
    }
  });
});

describe("whatever is sent", () => {
  const word = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(
      "a@b.bf",
      "22670000000",
      "' or 1=1 --",
      "\u0000",
      "\ud800",
      "../..",
      "%00",
      "x".repeat(5000),
    ),
    fc.constantFrom(
      "signup",
      "email",
      "recovery",
      "sms",
      "phone_change",
      "totp",
      "phone",
      "faso",
      "none",
      "24h",
    ),
    fc.uuid(),
  );
  const value = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }));
  const names =
    `email phone password password_hash current_password nonce data channel create_user code_challenge
    code_challenge_method refresh_token auth_code code_verifier provider id_token access_token issuer client_id
    link_identity type token token_hash redirect_to new_email factor_type friendly_name challenge_id code
    user_metadata app_metadata ban_duration role id email_confirm should_soft_delete gotrue_meta_security`.split(
      /\s+/,
    );
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 8 }).map((fields) => JSON.stringify(fields)),
    fc.json(),
    fc.string({ unit: "binary", maxLength: 200 }),
  );
  const path = fc.oneof(
    fc.constantFrom(
      ...OPEN,
      "/sso",
      "/invite",
      "/logout",
      "/user",
      "/factors",
      "/admin/users",
      "/admin/generate_link",
    ),
    fc
      .tuple(
        fc.constantFrom("/factors/", "/admin/users/", "/user/identities/"),
        fc.oneof(fc.uuid(), fc.webSegment()),
        fc.constantFrom("", "/challenge", "/verify", "/factors"),
      )
      .map((parts) => parts.join("")),
    fc
      .tuple(
        fc.constantFrom(
          "/verify",
          "/authorize",
          "/callback",
          "/user/identities/authorize",
          "/admin/users",
          "/token",
        ),
        fc.dictionary(
          fc.constantFrom(
            "token",
            "type",
            "redirect_to",
            "provider",
            "state",
            "code",
            "page",
            "filter",
            "scopes",
            "token_hash",
          ),
          word,
        ),
      )
      .map(([address, query]) => `${address}?${new URLSearchParams(query)}`),
  );

  test("is answered in the protocol's words", async () => {
    const open = { burst: 1e9, perSecond: 1 };
    const groups = ["signup", "signIn", "refresh", "user", "send", "verify", "factor", "provider"] as const;
    const service = await startAuth({
      phoneEnabled: true,
      anonymousEnabled: true,
      manualLinking: true,
      phoneFactorEnabled: true,
      emailsPerHour: 1e9,
      addressLimits: Object.fromEntries(groups.map((group) => [group, open])),
    });
    try {
      const { access_token: user } = await service.signUp();
      const tokens = [undefined, user, service.keys.serviceRoleKey, service.keys.anonKey, "x.y.z"];
      const methods = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH");
      await fc.assert(
        fc.asyncProperty(
          methods,
          path,
          body,
          fc.constantFrom(...tokens),
          async (method, address, sent, token) => {
            const response = await service.call(address, {
              method,
              body: method === "GET" ? undefined : sent,
              token,
              ip: "192.0.2.1",
            });
            const answer = await response.text();
            expect(response.status, `${method} ${address} ${sent} ${answer}`).toBeLessThan(500);
            expect(answer).not.toMatch(/ at file:|node_modules|syntax error|insert into|select /);
            if (response.status < 400) return;
            const { error_code: code, error } = JSON.parse(answer);
            expect(code ?? error).toEqual(expect.any(String));
          },
        ),
        { numRuns: 1500, seed: 20261121 },
      );
    } finally {
      await service.close();
    }
  }, 120_000);
});

test("what Postgres cannot hold does no harm in an address", async () => {
  for (const path of ["/verify?type=email&token=%00", "/admin/users?filter=%00"]) {
    const response = await auth.call(path, { method: "GET", token: auth.keys.serviceRoleKey });
    expect(await failureOf(response)).toEqual([400, "validation_failed"]);
  }
  for (const query of ["filter=%25_%5C", `filter=${"x".repeat(5000)}`]) {
    const response = await auth.call(`/admin/users?${query}`, {
      method: "GET",
      token: auth.keys.serviceRoleKey,
    });
    expect(response.status).toBe(200);
  }
});

test("data that nest too deep are refused", async () => {
  const data = `{"email": "a@b.bf", "password": "${PASSWORD}", "data": {"a": ${deep}}}`;
  expect(await failureOf(await auth.call("/signup", { body: data }))).toEqual([400, "validation_failed"]);
});

test.each([
  ["GET", "/"],
  ["GET", "/signup"],
  ["DELETE", "/user"],
  ["POST", "/nowhere"],
  ["GET", "/user/../admin/nowhere"],
  ["GET", "/%00"],
  ["GET", "/%zz"],
])("%s %s is not found", async (method, path) => {
  const response = await auth.call(path, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 404, error_code: "not_found" });
});

test.each([
  ["2024-01-01", "code"],
  ["2025-06-30", "code"],
  ["2023-12-31", "error_code"],
  ["2024-13-45", "error_code"],
  ["tomorrow", "error_code"],
  ["", "error_code"],
])("with API version %j the code is in `%s`", async (version, field) => {
  const response = await auth.call("/token", { headers: { "x-supabase-api-version": version } });
  expect(await response.json()).toMatchObject({ [field]: "invalid_credentials" });
  expect(response.headers.get("x-supabase-api-version")).toBe(field === "code" ? "2024-01-01" : null);
});

test("a broken database is an unexpected failure that clients may retry, and says no more", async () => {
  const broken = await startAuth();
  try {
    const session = await broken.signUp();
    await broken.sql`alter table auth.refresh_tokens rename column parent to hidden`;
    const body = { refresh_token: session.refresh_token };
    const response = await broken.call("/token?grant_type=refresh_token", { body });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 500,
      error_code: "unexpected_failure",
      msg: "Unexpected failure, please check server logs for more information",
      error_id: expect.any(String),
    });
  } finally {
    await broken.close();
  }
});
