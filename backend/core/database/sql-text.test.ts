import { expect, test } from "vitest";
import { quoteLiteral } from "./sql-text.ts";

test.each([
  ["plain", "'plain'"],
  ["l'été", "'l''été'"],
  ["back\\slash", " E'back\\\\slash'"],
  ["\\'; drop table x; --", " E'\\\\''; drop table x; --'"],
])("the SQL literal for %s", (value, expected) => {
  expect(quoteLiteral(value)).toBe(expected);
});
