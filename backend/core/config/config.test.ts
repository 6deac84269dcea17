import { expect, it } from "vitest";
import { StartupError } from "#backend/core/errors.ts";
import { readConfig } from "./config.ts";

it("passes the named variables to functions, and no others", () => {
  const env = { FUNCTION_SECRETS: "PAYMENT_KEY, EMPTY,", PAYMENT_KEY: "k", EMPTY: "", OTHER: "o" };
  expect(readConfig(env).functionSecrets).toEqual({ PAYMENT_KEY: "k", EMPTY: "" });
  expect(readConfig({ OTHER: "o" }).functionSecrets).toEqual({});
});

it.each(["DATABASE_URL", "SMTP_URL", "S3_URL"])(
  "%s rejects a bare %%, and the message does not contain the value",
  (name) => {
    const scheme = { DATABASE_URL: "postgres", SMTP_URL: "smtp", S3_URL: "https" }[name];
    expect(() => readConfig({ [name]: `${scheme}://shop:100%sure@db.test/shop` })).toThrow(
      new StartupError(`${name} has a user or password with a bare %: write it as %25.`),
    );
  },
);

it("accepts an address of the shop with a trailing slash, and rejects one with a path", () => {
  expect(readConfig({ SITE_URL: "https://boutique.example/" }).siteUrl).toBe("https://boutique.example");
  expect(() => readConfig({ SITE_URL: "https://exemple.bf/boutique" })).toThrow(
    new StartupError(
      "SITE_URL has the path /boutique: the shop needs an address of its own, https://exemple.bf.",
    ),
  );
});

it.each(["MISSING", "SUPABASE_URL", "SB_REGION"])("does not start when FUNCTION_SECRETS names %s", (name) => {
  const env = {
    FUNCTION_SECRETS: name,
    SUPABASE_URL: "http://x.test",
    SUPABASE_ANON_KEY: "k",
    SB_REGION: "eu",
  };
  expect(() => readConfig(env)).toThrow(`FUNCTION_SECRETS names ${name}`);
});

it.each([
  [{ TLS_CERT: "/c" }, "TLS_CERT is set but TLS_KEY is not: set the path of its key too."],
  [{ TLS_KEY: "/k" }, "TLS_KEY is set but TLS_CERT is not: set the path of the certificate too."],
  [
    { HTTP_REDIRECT_PORT: "80" },
    "HTTP_REDIRECT_PORT is set but TLS_CERT is not: there is nothing to redirect to.",
  ],
  [
    { TLS_CERT: "/c", TLS_KEY: "/k", SITE_URL: "http://yaare.example" },
    "SITE_URL=http://yaare.example does not begin with https://, but TLS_CERT is set: the shop answers only https.",
  ],
  [
    { TLS_CERT: "/c", TLS_KEY: "/k", HTTP_REDIRECT_PORT: "http" },
    "HTTP_REDIRECT_PORT=http is not a port: give a number from 0 to 65535.",
  ],
])("does not start with %o", (env, message) => {
  expect(() => readConfig(env)).toThrow(new StartupError(message));
});

it("has an address with https when it speaks TLS", () => {
  expect(readConfig({ TLS_CERT: "/c", TLS_KEY: "/k" }).siteUrl).toBe("https://localhost:3000");
});
