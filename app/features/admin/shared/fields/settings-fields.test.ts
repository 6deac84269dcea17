import { expect, test } from "vitest";
import { settingsSchema } from "./settings-fields.ts";

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

test("converts the input to the stored values", () => {
  expect(settingsSchema.parse(typed)).toMatchObject({
    shop_name: "Yaaré",
    whatsapp: "22670112233",
    shipping_fee: 2000,
    low_stock_threshold: 5,
  });
});

test("each field has its own error messages", () => {
  expect(errorsOf({ shop_name: "  " })).toEqual([["shop_name", "Le nom de la boutique est requis"]]);
  expect(errorsOf({ shop_name: "x".repeat(101) })).toEqual([["shop_name", "100 caractères au plus"]]);
  expect(errorsOf({ address: "" })).toEqual([["address", "L'adresse est requise"]]);
  expect(errorsOf({ phone: "12" })).toEqual([["phone", "Numéro de téléphone invalide"]]);
  for (const whatsapp of ["7011223", "1234567890123456", "WhatsApp"]) {
    expect(errorsOf({ whatsapp }), whatsapp).toEqual([
      ["whatsapp", "Numéro WhatsApp invalide : l'indicatif du pays et le numéro, 8 à 15 chiffres"],
    ]);
  }
  expect(errorsOf({ email: "contact" })).toEqual([["email", "Email invalide"]]);
  for (const shipping_fee of ["", "-1", "12,5", "1000001"]) {
    expect(errorsOf({ shipping_fee }), shipping_fee).toEqual([
      ["shipping_fee", "Les frais sont un nombre entier de francs, de 0 à 1 000 000"],
    ]);
  }
  expect(errorsOf({ offers_banner: "" })).toEqual([["offers_banner", "Le texte du bandeau est requis"]]);
  expect(errorsOf({ low_stock_threshold: "1001" })).toEqual([
    ["low_stock_threshold", "Le seuil est un nombre entier, de 0 à 1 000"],
  ]);
});

test("accepts the longest text and the largest number of each field", () => {
  for (const [field, min, max] of [
    ["shop_name", 1, 100],
    ["address", 1, 300],
    ["phone", 8, 40],
    ["offers_banner", 1, 120],
  ] as const) {
    for (const length of [min, max]) {
      expect(errorsOf({ [field]: "1".repeat(length) }), field).toBeUndefined();
    }
    expect(errorsOf({ [field]: "1".repeat(max + 1) })).toEqual([[field, `${max} caractères au plus`]]);
  }
  for (const figures of [
    { shipping_fee: "0", low_stock_threshold: "0", whatsapp: "12345678" },
    { shipping_fee: "1000000", low_stock_threshold: "1000", whatsapp: "123456789012345" },
  ]) {
    expect(errorsOf(figures)).toBeUndefined();
  }
});
