import { expect, it } from "vitest";
import { bulkChangeSchema, NO_CHANGE } from "./bulk-change.schema.ts";

const parse = (values: object) => bulkChangeSchema.safeParse({ ...NO_CHANGE, ...values });

it.each([
  [{ price: "set", priceValue: " 12 500 " }, { price: { set: 12_500 } }],
  [{ price: "raise-percent", priceValue: "10" }, { price: { percent: 10 } }],
  [{ price: "lower-percent", priceValue: "15" }, { price: { percent: -15 } }],
  [{ price: "set", priceValue: "1" }, { price: { set: 1 } }],
  [{ price: "raise-percent", priceValue: "1" }, { price: { percent: 1 } }],
  [{ price: "raise-percent", priceValue: "1000" }, { price: { percent: 1000 } }],
  [{ price: "lower-percent", priceValue: "1" }, { price: { percent: -1 } }],
  [{ price: "lower-percent", priceValue: "99" }, { price: { percent: -99 } }],
  [{ stock: "set", stockValue: "999 999 999" }, { stock: { set: 999_999_999 } }],
  [{ price: "raise", priceValue: "500" }, { price: { add: 500 } }],
  [{ price: "lower", priceValue: "500" }, { price: { add: -500 } }],
  [{ stock: "set", stockValue: "0" }, { stock: { set: 0 } }],
  [{ stock: "raise", stockValue: "5" }, { stock: { add: 5 } }],
  [{ stock: "lower", stockValue: "5" }, { stock: { add: -5 } }],
  [
    { is_new: "yes", is_featured: "no" },
    { is_new: true, is_featured: false },
  ],
  // The value beside a cleared select is ignored.
  [{ is_new: "no", priceValue: "abc", stockValue: "-1" }, { is_new: false }],
])("parses %j as %j", (typed, change) => {
  expect(parse(typed).data).toEqual(change);
});

it.each([
  [{}, "price", "Choisissez au moins un changement"],
  [{ price: "set", priceValue: "0" }, "priceValue", "Le prix doit être un nombre positif"],
  [{ price: "set", priceValue: "12,5" }, "priceValue", "Le prix doit être un nombre positif"],
  [{ price: "lower", priceValue: "" }, "priceValue", "Le prix doit être un nombre positif"],
  [
    { price: "raise-percent", priceValue: "1001" },
    "priceValue",
    "Le pourcentage est un nombre entier, de 1 à 1000",
  ],
  [
    { price: "lower-percent", priceValue: "100" },
    "priceValue",
    "Le pourcentage est un nombre entier, de 1 à 99",
  ],
  [{ stock: "raise", stockValue: "-3" }, "stockValue", "Le stock doit être un nombre positif ou zéro"],
])("rejects %j", (typed, field, message) => {
  expect(parse(typed).error?.issues.map(({ path, message: text }) => [path[0], text])).toEqual([
    [field, message],
  ]);
});
