import { expect, it } from "vitest";
import * as z from "zod/mini";
import { firstNameSchema, lastNameSchema, phoneSchema } from "./customer-fields.ts";

const form = z.object({ firstName: firstNameSchema, lastName: lastNameSchema });

function getErrors(values: z.input<typeof form>) {
  const issues = form.safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}

it("trims names", () => {
  expect(form.parse({ firstName: " Awa ", lastName: "Ouédraogo" })).toEqual({
    firstName: "Awa",
    lastName: "Ouédraogo",
  });
});

it("requires two to a hundred characters of a name", () => {
  expect(getErrors({ firstName: "Li", lastName: "Bo" })).toEqual({});
  expect(getErrors({ firstName: "L", lastName: " B " })).toEqual({
    firstName: "Le prénom est requis",
    lastName: "Le nom est requis",
  });
  const longest = "a".repeat(100);
  expect(getErrors({ firstName: longest, lastName: longest })).toEqual({});
  expect(getErrors({ firstName: `${longest}a`, lastName: `${longest}a` })).toEqual({
    firstName: "100 caractères au plus",
    lastName: "100 caractères au plus",
  });
});

it("normalizes a telephone number", () => {
  expect(phoneSchema.parse("70 12 34 56")).toBe("+22670123456");
});

it("requires at least eight digits and at most forty characters of a telephone number", () => {
  const getMessages = (text: string) =>
    phoneSchema.safeParse(text).error?.issues.map(({ message }) => message);
  const longest = `70123456${" ".repeat(32)}`;
  for (const text of ["70123456", longest]) expect(getMessages(text)).toBeUndefined();
  for (const text of ["7012345", `${longest} `])
    expect(getMessages(text)).toEqual(["Numéro de téléphone invalide"]);
});
