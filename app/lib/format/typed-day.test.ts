import { expect, it } from "vitest";
import { formatTypedDay, isWholeTypedDay, parseTypedDay } from "./typed-day.ts";

it.each([
  ["07/03/2026", "2026-03-07"],
  ["7/3/2026", "2026-03-07"],
  [" 7-3-26 ", "2026-03-07"],
  ["7.3.2026", "2026-03-07"],
  ["7 3 2026", "2026-03-07"],
  ["7 / 3 / 2026", "2026-03-07"],
  ["7/3", "2025-03-07"],
  ["07032026", "2026-03-07"],
  ["070326", "2026-03-07"],
  ["0703", "2025-03-07"],
  ["2026-03-07", "2026-03-07"],
  ["29/02/2028", "2028-02-29"],
])("reads %j as %s", (typed, day) => {
  expect(parseTypedDay(typed, 2025)).toBe(day);
});

it.each(["", "demain", "7", "31/02/2026", "29/02/2026", "7/13/2026", "0/1/2026", "7/3/1999", "7/3/202"])(
  "reads no day in %j",
  (typed) => {
    expect(parseTypedDay(typed, 2025)).toBeNull();
  },
);

it("shows a day as it is typed", () => {
  expect(formatTypedDay("2026-03-07")).toBe("07/03/2026");
});

it("waits for the end of what is being typed", () => {
  const typed = "07/03/2026";
  const prefixes = [...typed].map((_, index) => typed.slice(0, index + 1));
  expect(prefixes.filter(isWholeTypedDay)).toEqual([typed]);
  expect(["07032026", "2026-03-07", "7/3/2026"].filter((text) => !isWholeTypedDay(text))).toEqual([]);
  expect(["070320", "7/3/26", "7/3", "2026-03-0"].filter(isWholeTypedDay)).toEqual([]);
});
