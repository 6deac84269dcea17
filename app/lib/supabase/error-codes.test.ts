import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as errorCodes from "./error-codes.ts";

const codes = Object.values(errorCodes).flat();

test("the shop's own codes are those that its SQL raises", () => {
  // Generated from the migrations, which a database test checks.
  const schema = readFileSync("supabase/schema.sql", "utf8");
  const raised = schema.matchAll(/(?:errcode = |raise sqlstate )'(?<code>[A-Z]{2}\w{3})'/gi);
  expect(new Set(codes.filter((code) => /^(YA|PT)/.test(code)))).toEqual(
    new Set([...raised].map(({ groups }) => groups?.code)),
  );
});

test("every code has one name", () => {
  expect(codes).toEqual([...new Set(codes)]);
});
