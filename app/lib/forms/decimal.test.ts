import { expect, it } from "vitest";
import { optionalDecimal, parseDecimal } from "./decimal.ts";

it.each([
  ["1,44", 1.44],
  ["0.5", 0.5],
  [" 12 500,125 ", 12_500.125],
  ["3", 3],
  ["0", Number.NaN],
  ["0,000", Number.NaN],
  ["1,4444", Number.NaN],
  ["1e3", Number.NaN],
  ["-1", Number.NaN],
  ["1,2,3", Number.NaN],
])("parses %j as %d", (typed, amount) => {
  expect(parseDecimal(typed)).toBe(amount);
});

it("has a value for an empty field", () => {
  expect(optionalDecimal(1, "!").parse("  ")).toBe(1);
  expect(optionalDecimal(null, "!").parse("")).toBeNull();
  expect(optionalDecimal(null, "!").safeParse("x").error?.issues[0]?.message).toBe("!");
});
