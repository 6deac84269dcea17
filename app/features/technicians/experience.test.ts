import { expect, it } from "vitest";
import { experienceLabel } from "./experience.ts";

it.each([
  [0, "0 ans"],
  [1, "1 an"],
  [2, "2 ans"],
  [25, "25 ans"],
  [null, "Non spécifié"],
])("%s years of it are «%s»", (years, label) => {
  expect(experienceLabel(years)).toBe(label);
});
