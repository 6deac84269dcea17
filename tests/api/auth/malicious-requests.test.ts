/** Malformed and malicious requests. None gets a stack trace, SQL or no response at all. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PASSWORD, readError, startAuth, type TestAuth } from "./auth-fixture.ts";

let auth: TestAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.close());

const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;

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
  ])("rejects %s", async (_what, body) => {
    expect(await readError(await auth.call(path, { body }))).toEqual([400, "bad_json"]);
  });

  test("rejects a body over 64 kB, with and without a content-length", async () => {
    const body = `{"email": "${"x".repeat(1 << 16)}"}`;
    expect(await readError(await auth.call(path, { body }))).toEqual([413, "request_entity_too_large"]);
    const lying = await auth.call(path, { body, headers: { "content-length": "10" } });
    expect(await readError(lying)).toEqual([413, "request_entity_too_large"]);
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

test("a value that Postgres cannot store is harmless in an address", async () => {
  for (const path of ["/verify?type=email&token=%00", "/admin/users?filter=%00"]) {
    const response = await auth.call(path, { method: "GET", token: auth.keys.serviceRoleKey });
    expect(await readError(response)).toEqual([400, "validation_failed"]);
  }
  for (const query of ["filter=%25_%5C", `filter=${"x".repeat(5000)}`]) {
    const response = await auth.call(`/admin/users?${query}`, {
      method: "GET",
      token: auth.keys.serviceRoleKey,
    });
    expect(response.status).toBe(200);
  }
});

test("two factors of an account cannot have the same name, whoever sets it", async () => {
  const { access_token: token, user } = await auth.signUp();
  const enroll = async (friendly_name: string) =>
    (await auth.call("/factors", { token, body: { factor_type: "totp", friendly_name } })).json();
  await enroll("phone");
  const { id } = await enroll("tablet");
  const response = await auth.call(`/admin/users/${user.id}/factors/${id}`, {
    method: "PUT",
    token: auth.keys.serviceRoleKey,
    body: { friendly_name: "phone" },
  });
  expect(await readError(response)).toEqual([422, "mfa_factor_name_conflict"]);
});

test("a provider's callback without a valid form redirects with a reason, and an oversized one is rejected", async () => {
  const postCallback = (type: string, body: string) =>
    auth.call("/callback", { body, headers: { "content-type": type } });
  const wrong = await postCallback("multipart/form-data; boundary=b", "{}");
  expect([wrong.status, wrong.headers.get("location")]).toEqual([
    303,
    expect.stringContaining("/#error=invalid_request&error_code=bad_oauth_callback&"),
  ]);
  const oversized = await postCallback("application/x-www-form-urlencoded", `state=${"x".repeat(1 << 20)}`);
  expect(await readError(oversized)).toEqual([413, "request_entity_too_large"]);
});

test("data that is nested too deeply is rejected", async () => {
  const data = `{"email": "a@b.bf", "password": "${PASSWORD}", "data": {"a": ${deep}}}`;
  expect(await readError(await auth.call("/signup", { body: data }))).toEqual([400, "validation_failed"]);
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

test("a failing database is an unexpected failure that clients may retry, without details", async () => {
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
