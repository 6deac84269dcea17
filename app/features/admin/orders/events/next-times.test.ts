import { expect, test } from "vitest";
import { listCallTimes, listNextDays } from "./next-times.ts";

test("a call is made again in one hour, in three, or tomorrow", () => {
  expect(listCallTimes(new Date("2026-12-31T22:30:00Z"))).toEqual([
    { label: "Dans une heure (23:30)", value: "2026-12-31T23:30:00.000Z" },
    { label: "Dans trois heures (01:30)", value: "2027-01-01T01:30:00.000Z" },
    { label: "Demain matin (09:00)", value: "2027-01-01T09:00:00.000Z" },
    { label: "Demain après-midi (15:00)", value: "2027-01-01T15:00:00.000Z" },
  ]);
});

test("an absent customer is visited on one of the next days, or on one that is not known", () => {
  const list = (weekdays: number[]) => listNextDays("2026-12-30", weekdays).map(({ value }) => value);
  expect(list([])).toEqual(["2026-12-31", "2027-01-01", "2027-01-02", ""]);
  // A zone that is served on Tuesdays and Wednesdays.
  expect(list([2, 3])).toEqual(["2027-01-05", "2027-01-06", ""]);
});
