import { expect, it } from "vitest";
import * as z from "zod/mini";
import { firstName, lastName, phone } from "./customer-fields.ts";

const form = z.object({ firstName, lastName, phone });

function errors(typed: z.input<typeof form>) {
  const issues = form.safeParse(typed).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}

it("trims names and writes the number in one form", () => {
  expect(form.parse({ firstName: " Awa ", lastName: "Ouédraogo", phone: "70 12 34 56" })).toEqual({
    firstName: "Awa",
    lastName: "Ouédraogo",
    phone: "+22670123456",
  });
});

it("takes the shortest and the longest of each field, and nothing beyond", () => {
  expect(errors({ firstName: "Li", lastName: "Bo", phone: "70123456" })).toEqual({});
  expect(errors({ firstName: "L", lastName: " B ", phone: "7012345" })).toEqual({
    firstName: "Le prénom est requis",
    lastName: "Le nom est requis",
    phone: "Numéro de téléphone invalide",
  });
  const longest = "a".repeat(100);
  const phone = `70123456${" ".repeat(32)}`;
  expect(errors({ firstName: longest, lastName: longest, phone })).toEqual({});
  expect(errors({ firstName: `${longest}a`, lastName: `${longest}a`, phone: `${phone} ` })).toEqual({
    firstName: "100 caractères au plus",
    lastName: "100 caractères au plus",
    phone: "Numéro de téléphone invalide",
  });
});
