import { expect, it } from "vitest";
import { formatExperience } from "./experience.ts";

it.each([
  [0, "0 ans"],
  [1, "1 an"],
  [2, "2 ans"],
  [25, "25 ans"],
  [null, "Non spécifié"],
])("formats %s years as «%s»", (years, label) => {
  expect(formatExperience(years)).toBe(label);
});
