import { expect, test } from "vitest";
import { Difference, expectSame, toMedian } from "./report.ts";

test("a difference names what was found and what was expected", () => {
  expectSame("orders", [], []);
  expect(() => expectSame("orders that are lost", ["a"], [])).toThrow(
    new Difference('orders that are lost: found ["a"], expected []'),
  );
});

test("the median of the recoveries", () => {
  expect(toMedian([3, 1, 2])).toBe(2);
});
