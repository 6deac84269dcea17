import { expect, test } from "vitest";
import { findKeptPositions, rebaseOrder } from "./order-differences.ts";
import { EMPTY_ORDER, type StaffOrder } from "./staff-order.ts";

/** An order of one piece each of «[position, article]». */
function order(...lines: [position: number | null, id: string][]): StaffOrder {
  const rest = { image: null, unit_price: 1000, quantity: "1", discount: "", sold_by: {} };
  return { ...EMPTY_ORDER, lines: lines.map(([position, id]) => ({ position, id, name: id, ...rest })) };
}

const typed = order([1, "hammer"], [2, "cement"], [null, "nails"]);

test("a line stays the one of its position only while that has the same article", () => {
  // The cement was removed, and the saw, which was added then, has its position.
  const newer = order([1, "hammer"], [2, "saw"]);
  expect(rebaseOrder(typed, newer).lines.map(({ position, id }) => [position, id])).toEqual([
    [1, "hammer"],
    [null, "cement"],
    [null, "nails"],
  ]);
  expect([...findKeptPositions(typed, newer)]).toEqual([1]);
});

test("an order that has the same lines keeps what was typed", () => {
  expect(rebaseOrder(typed, order([1, "hammer"], [2, "cement"]))).toEqual(typed);
});
