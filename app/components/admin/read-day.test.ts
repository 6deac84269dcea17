import { expect, it } from "vitest";
import { findDayProblem, formatTypedMoment, readDay, readMoment, UNKNOWN_DAY } from "./read-day.ts";

const year = new Date().getUTCFullYear();

it("means the next such day where no year is typed and the past is no answer", () => {
  expect(readDay("12/3")).toBe(`${year}-03-12`);
  expect(readDay("12/3", { earliest: `${year}-03-12` })).toBe(`${year}-03-12`);
  expect(readDay("12/3", { earliest: `${year}-03-13` })).toBe(`${year + 1}-03-12`);
  expect(readDay("12/03/2026", { earliest: "2026-03-13" })).toBe("2026-03-12");
});

it.each([
  ["21/11/2026 08:00", "2026-11-21T08:00"],
  ["21/11/2026", "2026-11-21T23:59"],
  ["21 11 2026 8h", "2026-11-21T08:00"],
  ["21/11/26 à 8 h 30", "2026-11-21T08:30"],
  ["21-11-2026 8H5", null],
  ["21/11/2026 24:00", null],
  ["21/11/2026 8:60", null],
  ["21/11/2026 0:00", "2026-11-21T00:00"],
  ["08:00", null],
  ["", null],
])("reads the moment of %j as %s", (typed, moment) => {
  expect(readMoment(typed, "23:59")).toBe(moment);
  if (moment !== null) expect(readMoment(formatTypedMoment(moment), "00:00")).toBe(moment);
});

it.each([
  ["", undefined],
  ["29/11/2026", "Cette date est passée"],
  ["30/11/2026", undefined],
  ["30/11/2027", undefined],
  ["1/12/2027", "Cette date est trop lointaine"],
  ["31/11/2026", UNKNOWN_DAY],
  ["demain", UNKNOWN_DAY],
])("says of %j: %s", (typed, problem) => {
  expect(findDayProblem(typed, { earliest: "2026-11-30", latest: "2027-11-30" })).toBe(problem);
});
