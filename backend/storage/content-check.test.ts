import { expect, test } from "vitest";
import { isContentPlausible } from "./content-check.ts";

test.each([
  ["image/png", "image/png", true],
  ["image/jpeg", "image/png", true],
  [null, "image/png", false],
  ["application/pdf", "image/png", false],
  [null, "text/csv", true],
  ["application/zip", "text/csv", false],
  ["application/zip", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", true],
  ["application/x-cfb", "application/msword", true],
  ["application/zip", "application/msword", false],
  ["application/xml", "image/svg+xml", true],
])("bytes of %s declared %s: %s", (detected, declared, isTrue) => {
  expect(isContentPlausible(detected, declared, ["image/*", "text/csv", "application/msword"])).toBe(isTrue);
});
