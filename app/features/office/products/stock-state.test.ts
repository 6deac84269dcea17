import { expect, it } from "vitest";
import { stockStates, stockTone } from "./stock-state.ts";

it.each([
  [0, "red"],
  [1, "amber"],
  [10, "amber"],
  [11, "green"],
  [5000, "green"],
])("shows %i pieces in %s", (stock, tone) => {
  expect(stockTone(stock)).toBe(tone);
});

it("leaves no stock between two states", () => {
  for (const [index, { from }] of stockStates.entries()) {
    expect(from).toBe(index === 0 ? 0 : (stockStates[index - 1]?.to ?? Number.NaN) + 1);
  }
});
