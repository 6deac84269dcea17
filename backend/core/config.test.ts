import { expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { StartError } from "./errors.ts";

it("gives functions the variables that are named, and no others", () => {
  const env = { FUNCTION_SECRETS: "PAYMENT_KEY, EMPTY,", PAYMENT_KEY: "k", EMPTY: "", OTHER: "o" };
  expect(readConfig(env).functionSecrets).toEqual({ PAYMENT_KEY: "k", EMPTY: "" });
  expect(readConfig({ OTHER: "o" }).functionSecrets).toEqual({});
});

it.each(["DATABASE_URL", "SMTP_URL", "S3_URL"])("%s does not hold a bare %%, and is not shown", (name) => {
  const scheme = { DATABASE_URL: "postgres", SMTP_URL: "smtp", S3_URL: "https" }[name];
  expect(() => readConfig({ [name]: `${scheme}://shop:100%sure@db.test/shop` })).toThrow(
    new StartError(`${name} has a user or password with a bare %: write it as %25.`),
  );
});

it("takes an address of the shop with a slash at its end, and none with a path", () => {
  expect(readConfig({ SITE_URL: "https://boutique.example/" }).siteUrl).toBe("https://boutique.example");
  expect(() => readConfig({ SITE_URL: "https://exemple.bf/boutique" })).toThrow(
    new StartError(
      "SITE_URL has the path /boutique: the shop needs an address of its own, https://exemple.bf.",
    ),
  );
});

it.each(["MISSING", "SUPABASE_URL", "SB_REGION"])("does not start when %s is named", (name) => {
  const env = {
    FUNCTION_SECRETS: name,
    SUPABASE_URL: "http://x.test",
    SUPABASE_ANON_KEY: "k",
    SB_REGION: "eu",
  };
  expect(() => readConfig(env)).toThrow(`FUNCTION_SECRETS names ${name}`);
});
