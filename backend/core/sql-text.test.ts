import { expect, test } from "vitest";
import { literal } from "./sql-text.ts";

test.each([
  ["plain", "'plain'"],
  ["l'été", "'l''été'"],
  ["back\\slash", " E'back\\\\slash'"],
  ["\\'; drop table x; --", " E'\\\\''; drop table x; --'"],
])("the constant for %s", (value, expected) => {
  expect(literal(value)).toBe(expected);
});
