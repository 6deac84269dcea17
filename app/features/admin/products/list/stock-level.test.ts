import { expect, it } from "vitest";
import { getStockColor, stockLevels } from "./stock-level.ts";

it.each([
  [0, "red"],
  [1, "amber"],
  [10, "amber"],
  [11, "green"],
  [5000, "green"],
])("shows %i pieces in %s", (stock, color) => {
  expect(getStockColor(stock)).toBe(color);
});

it("the levels have no gaps", () => {
  for (const [index, { from }] of stockLevels.entries()) {
    expect(from).toBe(index === 0 ? 0 : (stockLevels[index - 1]?.to ?? Number.NaN) + 1);
  }
});
