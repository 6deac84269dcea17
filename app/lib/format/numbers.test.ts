import { expect, it } from "vitest";
import { formatCount, formatTotal } from "./numbers.ts";

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
