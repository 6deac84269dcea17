import { expect, test } from "vitest";
import { readAuthOptions } from "./auth-options.ts";

test("an empty environment sets no option", () => {
  const decided = Object.entries(readAuthOptions({})).filter(([, value]) => value !== undefined);
  expect(decided).toEqual([["providers", []]]);
});

test("parses switches, numbers and lists", () => {
  expect(
    readAuthOptions({
      AUTH_EMAIL_CONFIRM: "1",
      AUTH_PHONE: "true",
      AUTH_ANONYMOUS: "0",
      AUTH_EMAIL_EVERY_SECONDS: "0",
      AUTH_PASSWORD_LENGTH: "10",
      AUTH_SESSION_LOW_AAL_SECONDS: "600",
      AUTH_PASSWORD_CHARACTERS: "lower, digit",
      AUTH_PASSWORD_WORDS: "Koudou, Tenkodogo",
      AUTH_REDIRECT_URLS: "https://app.example/**, yaare://*",
      AUTH_SMS_URL: "https://sms.example/send",
      AUTH_SMS_COUNTRIES: "226, +225",
      AUTH_SMS_TEST_NUMBERS: "+22670000000=123456,22671111111=654321",
    }),
  ).toMatchObject({
    autoconfirm: false,
    phoneEnabled: true,
    anonymousEnabled: false,
    emailMinIntervalSeconds: 0,
    minPasswordLength: 10,
    sessionLowAalSeconds: 600,
    passwordGroups: ["lower", "digit"],
    passwordWords: ["Koudou", "Tenkodogo"],
    redirectUrls: ["https://app.example/**", "yaare://*"],
    sms: {
      url: "https://sms.example/send",
      body: '{"to":"+{phone}","message":"{message}"}',
      authorization: null,
    },
    smsCountries: ["226", "225"],
    smsTestCodes: { "22670000000": "123456", "22671111111": "654321" },
  });
});

test("parses a provider by its name", () => {
  const { providers } = readAuthOptions({
    AUTH_OIDC: "faso",
    AUTH_OIDC_FASO_ISSUER: "https://id.example/realms/faso",
    AUTH_OIDC_FASO_CLIENT_ID: "shop",
    AUTH_OIDC_FASO_OTHER_CLIENT_IDS: "app-1,app-2",
  });
  expect(providers).toEqual([
    {
      name: "faso",
      issuer: "https://id.example/realms/faso",
      clientId: "shop",
      clientSecret: null,
      scopes: ["openid", "email", "profile"],
      otherClientIds: ["app-1", "app-2"],
      skipNonce: false,
    },
  ]);
});

test.each([
  [{ AUTH_EMAIL_CONFIRM: "yes" }, "AUTH_EMAIL_CONFIRM=yes"],
  [{ AUTH_PASSWORD_LENGTH: "5" }, "AUTH_PASSWORD_LENGTH=5"],
  [{ AUTH_EMAILS_PER_HOUR: "many" }, "AUTH_EMAILS_PER_HOUR=many"],
  [{ AUTH_PASSWORD_CHARACTERS: "emoji" }, "AUTH_PASSWORD_CHARACTERS=emoji"],
  [{ AUTH_PHONE: "1" }, "AUTH_SMS_URL"],
  [{ AUTH_FACTOR_PHONE: "1" }, "AUTH_SMS_URL"],
  [{ AUTH_SMS_URL: "sms.example" }, "AUTH_SMS_URL"],
  [{ AUTH_SMS_TEST_NUMBERS: "22670000000=12" }, "AUTH_SMS_TEST_NUMBERS"],
  [{ AUTH_SMS_COUNTRIES: "226, BF" }, "AUTH_SMS_COUNTRIES=BF"],
  [{ AUTH_OIDC: "../x" }, "AUTH_OIDC=../x"],
  [{ AUTH_OIDC: "faso" }, "AUTH_OIDC_FASO_CLIENT_ID"],
  [{ AUTH_OIDC: "faso", AUTH_OIDC_FASO_CLIENT_ID: "shop" }, "AUTH_OIDC_FASO_ISSUER"],
])("%j is rejected with the name of the variable", (env, name) => {
  expect(() => readAuthOptions(env)).toThrow(name);
});
