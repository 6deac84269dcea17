import { expect, it } from "vitest";
import { formatProductTotal, formatRowCount } from "./product-total.ts";

it("writes a counted total as it is, also above 10,000", () => {
  expect(formatProductTotal({ total: 0, isExact: true })).toBe("0 produit");
  expect(formatProductTotal({ total: 10_000, isExact: true })).toBe("10\u202f000 produits");
  expect(formatRowCount({ total: 12_345, isExact: true })).toBe("12\u202f345");
});

it("says «plus de 10 000» where no more were counted", () => {
  expect(formatProductTotal({ total: 10_001, isExact: false })).toBe("plus de 10\u202f000 produits");
  expect(formatProductTotal({ total: 1_000_000, isExact: false })).toBe("plus de 10\u202f000 produits");
});

it("says «environ» for fewer that were estimated, as those of a search", () => {
  expect(formatRowCount({ total: 1234, isExact: false })).toBe("environ 1\u202f200");
});
