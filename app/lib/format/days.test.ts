import { expect, it } from "vitest";
import { getNextDay, parseDay } from "./days.ts";

it("parses existing days only", () => {
  const texts = ["2026-11-21", "2026-02-29", "2026-13-01", "1999-01-01", "21/11/2026", "", null];
  expect(texts.map(parseDay)).toEqual(["2026-11-21", null, null, null, null, null, null]);
});

it("gives the following day, also at the end of a month or a year", () => {
  expect(getNextDay("2026-12-31")).toBe("2027-01-01");
  expect(getNextDay("2028-02-28")).toBe("2028-02-29");
});
