import { expect, test } from "vitest";
import { administratorSchema, newPasswordSchema } from "./administrator.schema.ts";

const errorsOf = (schema: typeof administratorSchema | typeof newPasswordSchema, values: object) =>
  schema.safeParse(values).error?.issues.map(({ message }) => message);

test("an administrator has a name, and an address in lower case or a number", () => {
  expect(
    administratorSchema.parse({ name: " Awa Traoré ", contact: " Awa@Exemple.BF ", role: "sales" }),
  ).toEqual({
    name: "Awa Traoré",
    contact: "awa@exemple.bf",
    role: "sales",
  });
  expect(administratorSchema.parse({ name: "Awa", contact: "70 11 22 33", role: "sales" }).contact).toBe(
    "+22670112233",
  );
  for (const contact of ["7011223", "awa12345678", "12345678@", "+0 123 456 789"])
    expect(errorsOf(administratorSchema, { name: "Awa", contact, role: "sales" })).toHaveLength(1);
  expect(errorsOf(administratorSchema, { name: " ", contact: "awa", role: "intern" })).toHaveLength(3);
});

test("the password of a new administrator has 12 characters", () => {
  expect(errorsOf(newPasswordSchema, { password: "x".repeat(11) })).toHaveLength(1);
  expect(errorsOf(newPasswordSchema, { password: "x".repeat(12) })).toBeUndefined();
});
