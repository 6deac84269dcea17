import { expect, it } from "vitest";
import { formatPeriod, getChange, parsePeriod } from "./period.ts";

const TODAY = "2026-11-21";
const parse = (query: string) => parsePeriod(new URLSearchParams(query), TODAY);

it.each([
  ["", 30, "2026-10-23", "sur 30 jours"],
  ["days=1", 1, TODAY, "aujourd'hui"],
  ["days=7", 7, "2026-11-15", "sur 7 jours"],
  ["days=90", 90, "2026-08-24", "sur 90 jours"],
  ["days=365", 365, "2025-11-22", "sur 365 jours"],
  ["days=31", 30, "2026-10-23", "sur 30 jours"],
])("%j is the last %i days", (query, preset, first, text) => {
  const period = parse(query);
  expect(period).toMatchObject({ preset, first, last: TODAY });
  expect(formatPeriod(period)).toBe(text);
});

it("has a range of its own, and as many days before it", () => {
  const period = parse("from=2026-11-01&to=2026-11-10");
  expect(period).toEqual({
    preset: null,
    first: "2026-11-01",
    last: "2026-11-10",
    previous: { first: "2026-10-22", last: "2026-10-31" },
  });
  expect(formatPeriod(period)).toBe("du 1 nov. au 10 nov.");
  expect(formatPeriod(parse("from=2026-11-02&to=2026-11-02"))).toBe("le 2 nov.");
});

it.each([
  ["from=2020-01-01", "2025-11-21", TODAY],
  ["from=2026-11-20&to=2030-01-01", "2026-11-20", TODAY],
])("%j is cut to the kept days", (query, first, last) => {
  expect(parse(query)).toMatchObject({ preset: null, first, last });
});

it.each([
  "from=2026-11-10&to=2026-11-01",
  "from=2027-01-01",
  "to=2026-11-01",
  "from=x",
  "from=2020-01-01&to=2020-02-01",
])("%j is no range", (query) => expect(parse(query).preset).toBe(30));

it("compares with the days before", () => {
  expect(getChange(150, 100)).toBe(50);
  expect(getChange(0, 100)).toBe(-100);
  expect(getChange(10, 0)).toBeNull();
});
