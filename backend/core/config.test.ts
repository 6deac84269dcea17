import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("gives functions the variables that are named, and no others", () => {
  const env = { FUNCTION_SECRETS: "PAYMENT_KEY, EMPTY,", PAYMENT_KEY: "k", EMPTY: "", OTHER: "o" };
  expect(readConfig(env).functionSecrets).toEqual({ PAYMENT_KEY: "k", EMPTY: "" });
  expect(readConfig({ OTHER: "o" }).functionSecrets).toEqual({});
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
