import { expect, test } from "vitest";
import { formatRetention } from "./retention-times.ts";

test("a retention time is told in years where it is whole years", () => {
  expect([365, 3650, 90, 1095].map(formatRetention)).toEqual(["1 an", "10 ans", "90 jours", "3 ans"]);
});
