/** Accounts by phone number, and their text messages. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createStrictLimits } from "#tests/support/limits.ts";
import {
  PASSWORD,
  readError,
  sessionSchema,
  startAuth,
  type TestAuth,
  userSchema,
  verifyOtp,
} from "./auth-fixture.ts";
import { type SmsGateway, startSmsGateway } from "./sms-gateway.ts";

const TEST_PHONE = "22670000001";
let messages: SmsGateway;
let auth: TestAuth;
beforeAll(async () => {
  messages = await startSmsGateway();
  const sms = {
    url: messages.url,
    body: '{"to":"+{phone}","text":"{message}"}',
    authorization: "Bearer a secret",
  };
  auth = await startAuth({
    phoneEnabled: true,
    smsMinIntervalSeconds: 0,
    sms,
    smsText: 'Votre code "Yaaré" : {code}',
    smsTestCodes: { [TEST_PHONE]: "123456" },
  });
});
afterAll(() => Promise.all([auth.close(), messages.close()]));

let counter = 0;
function createUniquePhone(): string {
  counter += 1;
  return `226700${String(10_000 + counter)}`;
}

const signIn = (body: object) => auth.call("/token?grant_type=password", { body });

test("signing up by phone waits for the code of a message, then the password works", async () => {
  const phone = createUniquePhone();
  const response = await auth.call("/signup", { body: { phone: `+${phone}`, password: PASSWORD } });
  expect(await response.json()).toMatchObject({ phone, email: "", identities: [{ provider: "phone" }] });
  expect(await readError(await signIn({ phone, password: PASSWORD }))).toEqual([400, "phone_not_confirmed"]);

  await expect.poll(() => messages.bodies.at(-1) ?? "").toContain(phone);
  expect(JSON.parse(messages.bodies.at(-1) ?? "")).toEqual({
    to: `+${phone}`,
    text: expect.stringMatching(/^Votre code "Yaaré" : \d{6}$/),
  });
  expect(messages.headers.at(-1)).toBe("Bearer a secret");
  const { user } = await verifyOtp(auth, { type: "sms", phone, token: messages.getCode(phone) });
  expect(user).toMatchObject({
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: "phone", providers: ["phone"] },
    identities: [{ identity_data: { phone, phone_verified: true } }],
  });
  expect((await signIn({ phone: `+${phone}`, password: PASSWORD })).status).toBe(200);
  expect(await readError(await signIn({ phone, password: "faux" }))).toEqual([400, "invalid_credentials"]);
});

test("a number that is taken gets the same response as a free one", async () => {
  const phone = createUniquePhone();
  await auth.call("/otp", { body: { phone } });
  await verifyOtp(auth, { type: "sms", phone, token: messages.getCode(phone) });
  const again = await auth.call("/signup", { body: { phone, password: PASSWORD } });
  expect(await again.json()).toMatchObject({ phone, identities: [] });
});

test("a code by message ends after five wrong ones", async () => {
  const phone = createUniquePhone();
  await auth.call("/otp", { body: { phone } });
  await expect.poll(() => messages.bodies.at(-1) ?? "").toContain(phone);
  const code = messages.getCode(phone);
  const verify = (token: string) =>
    auth.call("/verify", { body: { type: "sms", phone: `+${phone}`, token } });
  const wrong = code === "000000" ? "000001" : "000000";
  for (let i = 0; i < 5; i++) expect(await readError(await verify(wrong))).toEqual([403, "otp_expired"]);
  expect(await readError(await verify(code))).toEqual([403, "otp_expired"]);
});

test("a code by message signs in, once, within a minute", async () => {
  const phone = createUniquePhone();
  const send = () => auth.call("/otp", { body: { phone, channel: "sms" } });
  expect(await (await send()).json()).toEqual({});
  const body = { type: "sms", phone, token: messages.getCode(phone) };
  await verifyOtp(auth, body);
  expect(await readError(await auth.call("/verify", { body }))).toEqual([403, "otp_expired"]);
  await send();
  await auth.sql`update auth.one_time_tokens set created_at = created_at - interval '61 seconds'`;
  const late = { ...body, token: messages.getCode(phone) };
  expect(await readError(await auth.call("/verify", { body: late }))).toEqual([403, "otp_expired"]);
});

test("a test number has a fixed code and gets no message", async () => {
  const sent = messages.bodies.length;
  await auth.call("/otp", { body: { phone: TEST_PHONE } });
  expect(messages.bodies).toHaveLength(sent);
  const { user } = await verifyOtp(auth, { type: "sms", phone: TEST_PHONE, token: "123456" });
  expect(user.phone).toBe(TEST_PHONE);
  const unasked = { type: "sms", phone: TEST_PHONE, token: "123456" };
  expect(await readError(await auth.call("/verify", { body: unasked }))).toEqual([403, "otp_expired"]);
});

test("a new number applies once it is confirmed, and can be requested again", async () => {
  const { access_token: token, user } = await auth.signUp();
  const phone = createUniquePhone();
  const response = await auth.call("/user", { method: "PUT", token, body: { phone } });
  expect(await response.json()).toMatchObject({ phone: "", new_phone: phone });
  const first = messages.getCode(phone);
  await auth.call("/resend", { body: { type: "phone_change", phone } });
  await expect.poll(() => messages.bodies.filter((body) => body.includes(phone)).length).toBe(2);
  const second = messages.getCode(phone);
  if (first !== second) {
    const old = { type: "phone_change", phone, token: first };
    expect(await readError(await auth.call("/verify", { body: old }))).toEqual([403, "otp_expired"]);
  }
  const session = await verifyOtp(auth, { type: "phone_change", phone, token: second });
  expect(session.user).toMatchObject({ id: user.id, phone, app_metadata: { providers: ["email", "phone"] } });
  const other = await auth.signUp();
  const taken = await auth.call("/user", { method: "PUT", token: other.access_token, body: { phone } });
  expect(await readError(taken)).toEqual([422, "phone_exists"]);
});

test("an account with only a number confirms it by message before a new password", async () => {
  const careful = await startAuth({
    phoneEnabled: true,
    phoneAutoconfirm: true,
    requireReauthentication: true,
    requireCurrentPassword: false,
    smsTestCodes: { [TEST_PHONE]: "123456" },
  });
  try {
    const body = { phone: TEST_PHONE, password: PASSWORD };
    const { access_token: token } = sessionSchema.parse(
      await (await careful.call("/signup", { body })).json(),
    );
    await careful.sql`update auth.sessions set created_at = now() - interval '25 hours'`;
    expect((await careful.call("/reauthenticate", { method: "GET", token })).status).toBe(200);
    const change = { password: "tout neuf", nonce: "123456" };
    expect((await careful.call("/user", { method: "PUT", token, body: change })).status).toBe(200);
    const taken = await careful.call("/signup", { body });
    expect(await readError(taken)).toEqual([422, "user_already_exists"]);
  } finally {
    await careful.close();
  }
});

describe("a message that cannot be sent", () => {
  test("is reported without the provider's error text", async () => {
    messages.respondWith(500);
    try {
      const response = await auth.call("/otp", { body: { phone: createUniquePhone() } });
      expect(await response.json()).toMatchObject({
        error_code: "sms_send_failed",
        msg: "Error sending OTP to provider",
      });
    } finally {
      messages.respondWith(200);
    }
  });

  test("is not sent to where the provider redirects, with the shop's credentials", async () => {
    messages.respondWith(307);
    try {
      const phone = createUniquePhone();
      const response = await auth.call("/otp", { body: { phone } });
      expect(await readError(response)).toEqual([422, "sms_send_failed"]);
      expect(messages.bodies.filter((body) => body.includes(phone))).toHaveLength(1);
    } finally {
      messages.respondWith(200);
    }
  });

  test("is reported when no provider is configured", async () => {
    const silent = await startAuth({ phoneEnabled: true });
    try {
      const response = await silent.call("/otp", { body: { phone: createUniquePhone() } });
      expect(await readError(response)).toEqual([422, "sms_send_failed"]);
    } finally {
      await silent.close();
    }
  });
});

test("a number gets one message a minute, and all numbers share an hourly limit", async () => {
  const sms = { url: messages.url, body: "to={phone}&text={message}", authorization: null };
  const slow = await startAuth({ phoneEnabled: true, smsPerHour: 2, sms });
  try {
    const phone = createUniquePhone();
    expect((await slow.call("/otp", { body: { phone } })).status).toBe(200);
    expect(messages.bodies.at(-1)).toMatch(new RegExp(`^to=${phone}&text=Votre%20code%20%3A%20\\d{6}$`));
    for (const [path, body] of [
      ["/otp", { phone }],
      ["/resend", { type: "sms", phone }],
    ] as const) {
      expect(await readError(await slow.call(path, { body }))).toEqual([429, "over_sms_send_rate_limit"]);
    }
    expect((await slow.call("/otp", { body: { phone: createUniquePhone() } })).status).toBe(200);
    const third = await slow.call("/otp", { body: { phone: createUniquePhone() } });
    expect(await third.json()).toMatchObject({ msg: "SMS rate limit exceeded" });
  } finally {
    await slow.close();
  }
});

test("numbers that no account has proven leave a third of the messages to customers, and other countries get none", async () => {
  const sms = { url: messages.url, body: "to={phone}&text={message}", authorization: null };
  const limits = { smsPerHour: 3, smsMinIntervalSeconds: 0, smsCountries: ["226", "225"] };
  const limited = await startAuth({ phoneEnabled: true, sms, ...limits });
  try {
    const request = (phone: string) => limited.call("/otp", { body: { phone } });
    const [customer, first, second] = [createUniquePhone(), createUniquePhone(), createUniquePhone()];
    expect((await request(customer)).status).toBe(200);
    const code = /%20(?<code>\d{6})$/.exec(messages.bodies.at(-1) ?? "")?.groups?.code ?? "";
    await verifyOtp(limited, { type: "sms", phone: customer, token: code });
    expect((await request(first)).status).toBe(200);
    expect(messages.bodies.at(-1)).toContain(first);
    expect((await request(second)).status).toBe(200);
    expect(messages.bodies.at(-1)).toContain(first);
    expect(await readError(await request("97912345678"))).toEqual([422, "sms_send_failed"]);
    expect((await request(customer)).status).toBe(200);
    expect(messages.bodies.at(-1)).toContain(customer);
  } finally {
    await limited.close();
  }
});

test.each([
  ["/signup", { phone: "abc", password: PASSWORD }, 400, "validation_failed"],
  ["/signup", { phone: "0226700000", password: PASSWORD }, 400, "validation_failed"],
  ["/otp", { phone: "1234567890123456" }, 400, "validation_failed"],
  ["/otp", { phone: "22670000000", channel: "pigeon" }, 400, "validation_failed"],
  ["/otp", { phone: "22679999999", create_user: false }, 422, "otp_disabled"],
  ["/verify", { type: "sms", phone: "22679999999", token: "123456" }, 403, "otp_expired"],
  ["/verify", { type: "sms", phone: "x", token: "123456" }, 400, "validation_failed"],
  ["/token?grant_type=password", { phone: "x", password: PASSWORD }, 400, "validation_failed"],
  ["/signup", { phone: "22670000001", password: PASSWORD, channel: "pigeon" }, 400, "validation_failed"],
  [
    "/signup",
    {
      phone: "22670000001",
      password: PASSWORD,
      code_challenge: "x".repeat(43),
      code_challenge_method: "s256",
    },
    400,
    "validation_failed",
  ],
])("%s with %j is rejected", async (path, body, status, code) => {
  expect(await readError(await auth.call(path, { body }))).toEqual([status, code]);
});

test("a code that the gateway has refused, or that was used, is asked for again at once", async () => {
  const sms = { url: messages.url, body: "to={phone}&text={message}", authorization: null };
  const slow = await startAuth({ phoneEnabled: true, sms });
  try {
    const phone = createUniquePhone();
    const send = () => slow.call("/otp", { body: { phone } });
    messages.respondWith(500);
    expect(await readError(await send())).toEqual([422, "sms_send_failed"]);
    messages.respondWith(200);
    expect((await send()).status).toBe(200);
    expect(await readError(await send())).toEqual([429, "over_sms_send_rate_limit"]);
    const present = (token: string) => slow.call("/verify", { body: { type: "sms", phone, token } });
    const [code = ""] = /\d{6}$/.exec(messages.bodies.at(-1) ?? "") ?? [];
    expect((await present(code === "000000" ? "000001" : "000000")).status).toBe(403);
    expect(await readError(await send())).toEqual([429, "over_sms_send_rate_limit"]);
    expect((await present(code)).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect(messages.bodies.at(-1)).not.toContain(code);
  } finally {
    messages.respondWith(200);
    await slow.close();
  }
});

describe("anonymous sign-in", () => {
  let open: TestAuth;
  beforeAll(async () => {
    open = await startAuth({ anonymousEnabled: true }, createStrictLimits({ anonymous_sign_up: 20 }));
  });
  afterAll(() => open.close());
  const enter = async () =>
    sessionSchema.parse(await (await open.call("/signup", { body: { data: { first_name: "Awa" } } })).json());
  const update = (token: string, body: object) => open.call("/user", { method: "PUT", token, body });

  test("creates an account that an address and a password make permanent", async () => {
    const { user, access_token: token } = await enter();
    expect(user).toMatchObject({ is_anonymous: true, email: "", identities: [], role: "authenticated" });
    expect(await open.tokens.verify(token)).toMatchObject({
      claims: { is_anonymous: true, amr: [{ method: "anonymous" }] },
    });
    expect(await readError(await update(token, { password: PASSWORD }))).toEqual([422, "validation_failed"]);
    const email = "autrefois-anonyme@example.bf";
    const changed = await update(token, { email, password: PASSWORD });
    expect(userSchema.parse(await changed.json())).toMatchObject({
      id: user.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: "email" },
      user_metadata: { first_name: "Awa" },
    });
    const response = await open.call("/token?grant_type=password", { body: { email, password: PASSWORD } });
    expect(response.status).toBe(200);
  });

  test("has no second factors, and a rate limit of its own", async () => {
    const { access_token: token } = await enter();
    const response = await open.call("/factors", { token, body: { factor_type: "totp" } });
    expect(await readError(response)).toEqual([403, "no_authorization"]);
    const ip = "192.0.2.77";
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await open.call("/signup", { body: {}, ip })).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  test("is rejected when sign-up is closed", async () => {
    const closed = await startAuth({ anonymousEnabled: true, signupEnabled: false });
    try {
      expect(await readError(await closed.call("/signup", { body: {} }))).toEqual([422, "signup_disabled"]);
    } finally {
      await closed.close();
    }
  });
});
