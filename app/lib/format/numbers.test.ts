import { expect, it } from "vitest";
import { formatCount, formatDecimal, formatTotal } from "./numbers.ts";

it.each([
  [0, 0],
  [3, 0],
  [1, 1],
])("numbers of %i decimals at most, and %i at least, are written as Intl writes them", (maximum, minimum) => {
  const expected = new Intl.NumberFormat("fr-FR", {
    maximumFractionDigits: maximum,
    minimumFractionDigits: minimum,
  });
  const values = Array.from({ length: 1000 }, (_, n) => (n - 20) / 100);
  for (const value of [...values, 999, 1000, 12_345.675, 999_999.9995, 1_234_567.89, 2_147_483_647, -74_500])
    expect(formatDecimal(value, maximum, minimum)).toBe(expected.format(value));
});

it("counts in the singular up to one, and groups thousands", () => {
  expect([0, 1, 2].map((count) => formatCount(count, "commande", "commandes"))).toEqual([
    "0 commande",
    "1 commande",
    "2 commandes",
  ]);
  expect(formatCount(12_500, "commande", "commandes")).toBe("12\u202f500 commandes");
});

it("says that an estimate is one, and rounds it", () => {
  expect(formatTotal(12_345)).toBe("12\u202f345");
  expect(formatTotal(1_234_567, true)).toBe("environ 1\u202f200\u202f000");
});
