import { expect, test } from "vitest";
import { settingsSchema } from "./settings.schema.ts";

const typed = {
  shop_name: " Yaaré ",
  address: "Avenue Kwamé N'Krumah, Ouagadougou",
  phone: "+226 25 30 11 22",
  whatsapp: "+226 70 11 22 33",
  email: "contact@yaare.bf",
  shipping_fee: "2 000",
  offers_banner: "Jusqu'à 30% de réduction",
  low_stock_threshold: "5",
};

const errorsOf = (values: object) =>
  settingsSchema
    .safeParse({ ...typed, ...values })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test("what people write becomes what the database keeps", () => {
  expect(settingsSchema.parse(typed)).toMatchObject({
    shop_name: "Yaaré",
    whatsapp: "22670112233",
    shipping_fee: 2000,
    low_stock_threshold: 5,
  });
});

test("each field says what is wrong with it", () => {
  expect(errorsOf({ shop_name: "  " })).toEqual([["shop_name", "Le nom de la boutique est requis"]]);
  expect(errorsOf({ shop_name: "x".repeat(101) })).toEqual([["shop_name", "100 caractères au plus"]]);
  expect(errorsOf({ address: "" })).toEqual([["address", "L'adresse est requise"]]);
  expect(errorsOf({ phone: "12" })).toEqual([["phone", "Numéro de téléphone invalide"]]);
  expect(errorsOf({ whatsapp: "7011" })?.[0]?.[0]).toBe("whatsapp");
  expect(errorsOf({ email: "contact" })).toEqual([["email", "Email invalide"]]);
  for (const shipping_fee of ["", "-1", "12,5", "1000001"]) {
    expect(errorsOf({ shipping_fee })?.[0]?.[0], shipping_fee).toBe("shipping_fee");
  }
  expect(errorsOf({ offers_banner: "" })).toEqual([["offers_banner", "Le texte du bandeau est requis"]]);
  expect(errorsOf({ low_stock_threshold: "1001" })?.[0]?.[0]).toBe("low_stock_threshold");
});
