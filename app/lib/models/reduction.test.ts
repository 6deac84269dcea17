import { expect, it } from "vitest";
import { getReduction } from "./reduction.ts";

it.each([
  ["nothing is known of the time before", null, { old_price: 8000, discount: 38 }],
  ["the old price was asked for 30 days", 8000, { old_price: 8000, discount: 38 }],
  ["it was cheaper once", 6000, { old_price: 6000, discount: 17 }],
  ["it was as cheap", 5000, { old_price: null, discount: null }],
  ["it was cheaper than now", 4000, { old_price: null, discount: null }],
])("when %s", (_, lowest_price, expected) => {
  expect(getReduction({ price: 5000, old_price: 8000, discount: 38, lowest_price })).toEqual(expected);
});

it("a free discount without an old price stays", () => {
  expect(getReduction({ price: 5000, old_price: null, discount: 15, lowest_price: null })).toEqual({
    old_price: null,
    discount: 15,
  });
});
