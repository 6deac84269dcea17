import { expect, test } from "vitest";
import { parseEmail } from "./email-address.ts";

test.each([
  ["Awa@Example.BF", "awa@example.bf"],
  ["a.b+c_d@mail.example.bf", "a.b+c_d@mail.example.bf"],
  ["a@localhost", "a@localhost"],
])("%s is normalized to %s", (email, expected) => {
  expect(parseEmail(email)).toBe(expected);
});

test.each([
  "awa",
  "awa@",
  "@example.bf",
  "a b@example.bf",
  "a@b@c.bf",
  "a@-b.bf",
  "a@b..bf",
  "a@b.bf\n",
  "<a@b.bf>",
  `${"a".repeat(251)}@b.bf`,
])("%j is rejected", (email) => {
  expect(() => parseEmail(email)).toThrow(
    expect.objectContaining({ status: 400, code: "validation_failed" }),
  );
});
