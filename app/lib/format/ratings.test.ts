import { expect, it } from "vitest";
import { formatRating } from "./ratings.ts";

it("formats a rating with one decimal and a comma", () => {
  expect(formatRating(4.25)).toBe("4,3");
  expect(formatRating(5)).toBe("5,0");
});
