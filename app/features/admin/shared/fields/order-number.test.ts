import { expect, test } from "vitest";
import { optionalOrderNumber, requiredOrderNumber } from "./order-number.ts";

test.each(["ORD-123456", "123456", " 123 456 ", "ord-123456", "ORD 123456", "Ord123456"])(
  "%j is an order's number",
  (typed) => {
    expect(requiredOrderNumber.parse(typed)).toBe("ORD-123456");
    expect(optionalOrderNumber.parse(typed)).toBe("ORD-123456");
  },
);

test.each(["COL-123456", "ORD-", "ORD-12A456"])("%j stays as it is", (typed) => {
  expect(requiredOrderNumber.parse(typed)).toBe(typed);
});

test("only the optional one may be empty", () => {
  expect(optionalOrderNumber.parse(" ")).toBe("");
  expect(requiredOrderNumber.safeParse(" ").error?.issues.map(({ message }) => message)).toEqual([
    "Le numéro de la commande est requis",
  ]);
});
