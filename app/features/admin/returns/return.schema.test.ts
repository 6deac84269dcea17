import { expect, test } from "vitest";
import { createPiecesSchema, createRefundSchema, createReturnSchema } from "./return.schema.ts";

test.each([
  [[{ stock: "2", repair: "", loss: "1" }], null],
  [[{ stock: "", repair: "", loss: "" }], "Comptez au moins une pièce"],
  [[{ stock: "3", repair: "1", loss: "" }], "3 au plus en tout"],
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

test("what is wrong with a line stands beside it", () => {
  const quantities = createReturnSchema([1, 2]).safeParse({ reason: "Cassé", quantities: ["", "3"] });
  expect(quantities.error?.issues[0]?.path).toEqual(["quantities", 1]);
  const one = { stock: "1", repair: "", loss: "" };
  const lines = createPiecesSchema([1, 0]).safeParse({ lines: [one, one] });
  expect(lines.error?.issues[0]?.path).toEqual(["lines", 1, "stock"]);
});
