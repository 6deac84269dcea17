import { describe, expect, it } from "vitest";
import { checkoutSchema, pickupSchema } from "./checkout.schema.ts";

const form = {
  firstName: "Awa",
  lastName: "Ouédraogo",
  email: "awa@example.bf",
  phone: "70 12 34 56",
  address: "Secteur 15, derrière la pharmacie",
  city: "Ouagadougou",
  postalCode: "",
  notes: "",
  paymentMethod: "cod",
};

function errors(changes: object) {
  const issues = checkoutSchema.safeParse({ ...form, ...changes }).error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path[0], issue.message]));
}

describe("checkoutSchema", () => {
  it("accepts a form, trims it and normalizes the phone number", () => {
    expect(checkoutSchema.parse({ ...form, city: " Bobo-Dioulasso " })).toEqual({
      ...form,
      quarter: "",
      landmark: "",
      position: "",
      pickupPoint: "",
      deliveryDay: "",
      deliveryHalf: "",
      keepAddress: false,
      city: "Bobo-Dioulasso",
      phone: "+22670123456",
    });
  });

  it("reports an error for each invalid field", () => {
    expect(
      errors({ firstName: "A", lastName: "  ", email: "awa", phone: "7012", address: "rue", city: "O" }),
    ).toEqual({
      firstName: "Le prénom est requis",
      lastName: "Le nom est requis",
      email: "Email invalide",
      phone: "Numéro de téléphone invalide",
      address: "Adresse requise",
      city: "Ville requise",
    });
  });

  it("accepts the shortest and longest values of its own fields, and nothing beyond", () => {
    expect(errors({ address: "Zogon", city: "Pô" })).toEqual({});
    expect(errors({ address: "Zogo", city: "P" })).toEqual({
      address: "Adresse requise",
      city: "Ville requise",
    });
    const longest = {
      address: "a".repeat(500),
      city: "a".repeat(120),
      postalCode: "1".repeat(20),
      notes: "a".repeat(1000),
    };
    expect(errors(longest)).toEqual({});
    const longer = Object.fromEntries(Object.entries(longest).map(([field, text]) => [field, `${text}a`]));
    expect(errors(longer)).toEqual({
      address: "500 caractères au plus",
      city: "120 caractères au plus",
      postalCode: "20 caractères au plus",
      notes: "1000 caractères au plus",
    });
  });

  it("asks for no address where the order is fetched", () => {
    const pickup = { ...form, address: "", city: "", pickupPoint: "p" };
    expect(pickupSchema.safeParse(pickup).success).toBe(true);
    expect(checkoutSchema.safeParse(pickup).success).toBe(false);
  });

  it("accepts the three payment methods and no other", () => {
    for (const paymentMethod of ["cod", "bank_transfer", "mobile_money"])
      expect(errors({ paymentMethod })).toEqual({});
    expect(errors({ paymentMethod: "bitcoin" })).toHaveProperty("paymentMethod");
  });
});
