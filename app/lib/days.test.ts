import { expect, it } from "vitest";
import { nextDay, readDay } from "./days.ts";

it("reads a day that there is", () => {
  const texts = ["2026-11-21", "2026-02-29", "2026-13-01", "1999-01-01", "21/11/2026", "", null];
  expect(texts.map(readDay)).toEqual(["2026-11-21", null, null, null, null, null, null]);
});

it("knows the day after, also at the end of a month or a year", () => {
  expect(nextDay("2026-12-31")).toBe("2027-01-01");
  expect(nextDay("2028-02-28")).toBe("2028-02-29");
});
