import { describe, expect, it } from "vitest";
import { getLineCredit } from "./line-credit.ts";

describe("the worth of pieces that are not kept", () => {
  it("is their price, without a discount", () => {
    const line = { unit_price: 2500, quantity: 4, discount_amount: 0, returned_quantity: 0 };
    expect(getLineCredit(line, 3)).toBe(7500);
  });

  it.each([
    { unit_price: 3333, quantity: 7, discount_amount: 1000 },
    { unit_price: 1, quantity: 3, discount_amount: 2 },
    { unit_price: 999, quantity: 13, discount_amount: 12_987 },
    { unit_price: 100_000, quantity: 500, discount_amount: 7 },
  ])("sums to what the line cost, one by one ($quantity × $unit_price − $discount_amount)", (line) => {
    const credits = Array.from({ length: line.quantity }, (_, returned_quantity) =>
      getLineCredit({ ...line, returned_quantity }, 1),
    );
    expect(credits.reduce((sum, credit) => sum + credit, 0)).toBe(
      line.unit_price * line.quantity - line.discount_amount,
    );
    expect(Math.max(...credits) - Math.min(...credits)).toBeLessThanOrEqual(1);
  });

  it("follows the pieces that came back before", () => {
    const line = { unit_price: 3333, quantity: 7, discount_amount: 1000, returned_quantity: 0 };
    const first = getLineCredit(line, 3);
    expect(first).toBe(9570);
    expect(first + getLineCredit({ ...line, returned_quantity: 3 }, 4)).toBe(7 * 3333 - 1000);
  });
});
