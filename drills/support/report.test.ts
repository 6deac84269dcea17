import { expect, test } from "vitest";
import { Difference, expectSame, toMedian, toSlope } from "./report.ts";

test("a difference names what was found and what was expected", () => {
  expectSame("orders", [], []);
  expect(() => expectSame("orders that are lost", ["a"], [])).toThrow(
    new Difference('orders that are lost: found ["a"], expected []'),
  );
});

test("the median of the recoveries", () => {
  expect(toMedian([3, 1, 2])).toBe(2);
});

test("the slope of what grows", () => {
  expect(
    toSlope([
      [1, 10],
      [2, 12],
      [3, 14],
    ]),
  ).toBe(2);
  expect(
    toSlope([
      [1, 5],
      [2, 6],
      [3, 5],
    ]),
  ).toBe(0);
});
