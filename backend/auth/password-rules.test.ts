import { expect, test } from "vitest";
import { checkNewPassword, fitsBcrypt, weaknessOf } from "./password-rules.ts";

test.each([
  ["123456", null],
  ["éàùçœê", null],
  ["🔨🔨🔨🔨🔨🔨", null],
  ["12345", ["length"]],
  ["🔨🔨🔨", ["length"]],
  ["", ["length"]],
])("the weakness of %j is %j", (password, reasons) => {
  expect(weaknessOf(password, 6)?.reasons ?? null).toEqual(reasons);
});

test.each([
  ["x".repeat(72), true],
  ["x".repeat(73), false],
  ["é".repeat(36), true],
  ["é".repeat(37), false],
])("%s fits bcrypt: %s", (password, fits) => {
  expect(fitsBcrypt(password)).toBe(fits);
});

test("a new password that is too long is refused before its strength is judged", () => {
  expect(() => checkNewPassword("x".repeat(73), 80)).toThrow(
    expect.objectContaining({ status: 400, code: "validation_failed" }),
  );
});
