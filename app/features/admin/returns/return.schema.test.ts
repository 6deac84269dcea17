import { expect, test } from "vitest";
import { createPiecesSchema, createRefundSchema, createReturnSchema } from "./return.schema.ts";

test.each([
  [[{ stock: "2", repair: "", loss: "1" }], null],
  [[{ stock: "", repair: "", loss: "" }], "Comptez au moins une pièce"],
  [[{ stock: "3", repair: "1", loss: "" }], "Une ligne compte plus de pièces qu'il n'en revient"],
  [[{ stock: "x", repair: "", loss: "" }], "Un nombre de pièces"],
])("the pieces %j of three", (lines, message) => {
  expect(createPiecesSchema([3]).safeParse({ lines }).error?.issues[0]?.message ?? null).toBe(message);
});

test.each([
  [{ method: "cash", amount: "5 000", reference: "", to_number: "" }, null],
  [{ method: "cash", amount: "5001", reference: "", to_number: "" }, "Au plus ce qui est à rembourser"],
  [
    { method: "mobile_money", amount: "5", reference: " ", to_number: "" },
    "La référence du paiement mobile est requise",
  ],
  [
    { method: "order", amount: "5", reference: "", to_number: "" },
    "Le numéro de la nouvelle commande est requis",
  ],
])("the refund %j of 5,000 francs", (values, message) => {
  expect(createRefundSchema(5000).safeParse(values).error?.issues[0]?.message ?? null).toBe(message);
});

test.each([
  [["1", "2"], null],
  [["", "0"], "Choisissez au moins une pièce"],
  [["2", ""], "Plus de pièces que livrées"],
])("the return of %j of one and two", (quantities, message) => {
  const parsed = createReturnSchema([1, 2]).safeParse({ reason: "Cassé", quantities });
  expect(parsed.error?.issues[0]?.message ?? null).toBe(message);
});
