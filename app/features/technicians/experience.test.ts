import { expect, it } from "vitest";
import { experienceLabel } from "./experience.ts";

it.each([
  [0, "0 ans"],
  [1, "1 an"],
  [2, "2 ans"],
  [25, "25 ans"],
  [null, "Non spécifié"],
])("formats %s years as «%s»", (years, label) => {
  expect(experienceLabel(years)).toBe(label);
});
