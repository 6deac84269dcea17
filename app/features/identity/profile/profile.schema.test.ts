import { expect, it } from "vitest";
import { profileSchema } from "./profile.schema.ts";
import { toProfileFields } from "./profile.ts";

const form = {
  firstName: "Awa",
  lastName: "Ouédraogo",
  phone: "70 12 34 56",
  address: "",
  city: "",
  postalCode: "",
};

function errors(changes: object) {
  const issues = profileSchema.safeParse({ ...form, ...changes }).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}

it("accepts a form without an address, and maps empty fields to null", () => {
  expect(toProfileFields(profileSchema.parse({ ...form, city: "  " }))).toEqual({
    first_name: "Awa",
    last_name: "Ouédraogo",
    phone: "+22670123456",
    address: null,
    city: null,
    postal_code: null,
  });
});

it("trims the values", () => {
  const filled = { address: " Secteur 15, portail bleu ", city: " Pô ", postalCode: " 01 BP 12 " };
  expect(toProfileFields(profileSchema.parse({ ...form, ...filled }))).toMatchObject({
    address: "Secteur 15, portail bleu",
    city: "Pô",
    postal_code: "01 BP 12",
  });
});

it("reports an error for each invalid field", () => {
  expect(errors({ firstName: "A", lastName: " ", phone: "7012", address: "rue", city: "O" })).toEqual({
    firstName: "Le prénom est requis",
    lastName: "Le nom est requis",
    phone: "Numéro de téléphone invalide",
    address: "5 caractères au moins, ou rien",
    city: "2 caractères au moins, ou rien",
  });
});

it("limits the lengths of the address to those of the database", () => {
  expect(errors({ address: "Zogon", city: "Pô" })).toEqual({});
  const longest = { address: "a".repeat(500), city: "a".repeat(120), postalCode: "1".repeat(20) };
  expect(errors(longest)).toEqual({});
  const longer = Object.fromEntries(Object.entries(longest).map(([field, text]) => [field, `${text}a`]));
  expect(errors(longer)).toEqual({
    address: "500 caractères au plus",
    city: "120 caractères au plus",
    postalCode: "20 caractères au plus",
  });
});
