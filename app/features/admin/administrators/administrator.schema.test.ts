import { expect, test } from "vitest";
import { administratorSchema, newPasswordSchema } from "./administrator.schema.ts";

const errorsOf = (schema: typeof administratorSchema | typeof newPasswordSchema, values: object) =>
  schema.safeParse(values).error?.issues.map(({ message }) => message);

test("an administrator has a name, and an address in lower case", () => {
  expect(
    administratorSchema.parse({ name: " Awa Traoré ", email: " Awa@Exemple.BF ", role: "sales" }),
  ).toEqual({
    name: "Awa Traoré",
    email: "awa@exemple.bf",
    role: "sales",
  });
  expect(errorsOf(administratorSchema, { name: " ", email: "awa", role: "intern" })).toHaveLength(3);
});

test("the password of a new administrator has 12 characters", () => {
  expect(errorsOf(newPasswordSchema, { password: "x".repeat(11) })).toHaveLength(1);
  expect(errorsOf(newPasswordSchema, { password: "x".repeat(12) })).toBeUndefined();
});
