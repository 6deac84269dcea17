import { expect, test } from "vitest";
import { formatDelay, formatDeliveryDay, formatWeekdays } from "./delivery-days.ts";

test("a day is named with its half", () => {
  expect(formatDeliveryDay("2026-11-24", null)).toBe("mardi 24 novembre");
  expect(formatDeliveryDay("2026-11-24", "afternoon")).toBe("mardi 24 novembre, après-midi (14 h – 18 h)");
});

test("the days of a week are listed, or told as a range", () => {
  expect([[1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6], [2, 5], [1, 2], []].map(formatWeekdays)).toEqual([
    "tous les jours",
    "du lundi au samedi",
    "mardi, vendredi",
    "lundi, mardi",
    "",
  ]);
});

test("a delay is told in hours, or in days beyond two of them", () => {
  expect([0, 24, 48, 72, 73].map(formatDelay)).toEqual([
    "0\u00a0h",
    "24\u00a0h",
    "48\u00a0h",
    "3\u00a0jours",
    "73\u00a0h",
  ]);
});
