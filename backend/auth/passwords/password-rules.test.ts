import { expect, test } from "vitest";
import { checkNewPassword, findPasswordWeakness, fitsBcrypt, withAdminLength } from "./password-rules.ts";

const rules = {
  minPasswordLength: 6,
  passwordGroups: [],
  leakedPasswordsUrl: null,
  passwordWords: ["Yaaré", "Bobo-Dioulasso"],
};

test.each([
  ["123456", ["pwned"]],
  ["MotDePasse", ["pwned"]],
  ["azerty123", ["pwned"]],
  ["yaare2026", ["pwned"]],
  ["!Yaaré!!", ["pwned"]],
  ["bobo dioulasso 1", ["pwned"]],
  ["demo-yaare", null],
  ["marteau bleu", null],
  ["éàùçœê", null],
  ["🔨🔨🔨🔨🔨🔨", null],
  ["12345", ["length"]],
  ["🔨🔨🔨", ["length"]],
  ["", ["length"]],
])("the weakness of %j is %j", (password, reasons) => {
  expect(findPasswordWeakness(password, rules)?.reasons ?? null).toEqual(reasons);
});

test.each([
  ["x".repeat(72), true],
  ["x".repeat(73), false],
  ["é".repeat(36), true],
  ["é".repeat(37), false],
])("%s fits bcrypt: %s", (password, fits) => {
  expect(fitsBcrypt(password)).toBe(fits);
});

test.each([
  ["minuscule", ["characters"]],
  ["Minuscule7", null],
  ["Éa7", ["length"]],
  ["a7", ["length", "characters"]],
])("with lower case, upper case and a digit required, the weakness of %s is %j", (password, reasons) => {
  const strict = {
    minPasswordLength: 6,
    passwordGroups: ["lower" as const, "upper" as const, "digit" as const],
    passwordWords: [],
  };
  expect(findPasswordWeakness(password, strict)?.reasons ?? null).toEqual(reasons);
});

test.each([
  ["aminata.kabore@exemple.bf", "AminataKaboré7", ["pwned"]],
  ["aminata.kabore@exemple.bf", "kabore77", null],
  ["12345@exemple.bf", "94-17-52", null],
])("of %s, the weakness of %j is %j", (email, password, reasons) => {
  expect(findPasswordWeakness(password, rules, email)?.reasons ?? null).toEqual(reasons);
});

test("administrators need twelve characters, whatever customers need", () => {
  expect(findPasswordWeakness("marteau-ble", withAdminLength(rules))?.reasons).toEqual(["length"]);
  expect(findPasswordWeakness("marteau-bleu", withAdminLength(rules))).toBeNull();
  expect(withAdminLength({ ...rules, minPasswordLength: 20 }).minPasswordLength).toBe(20);
});

test("a new password that is too long is rejected before its strength is checked", async () => {
  await expect(checkNewPassword("x".repeat(73), { ...rules, minPasswordLength: 80 })).rejects.toMatchObject({
    status: 400,
    code: "validation_failed",
  });
});
