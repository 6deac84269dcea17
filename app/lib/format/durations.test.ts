import { expect, it } from "vitest";
import { formatDuration, splitDuration, toSeconds } from "./durations.ts";

it.each([
  [1, "1 seconde"],
  [20, "20 secondes"],
  [60, "1 minute"],
  [90, "90 secondes"],
  [5400, "90 minutes"],
  [3600, "1 heure"],
  [86_400, "1 jour"],
  [604_800, "7 jours"],
])("%i seconds are «%s»", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
  const { count, unit } = splitDuration(seconds);
  expect(toSeconds(count, unit)).toBe(seconds);
});
