import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { LATE_LAYOUT } from "./from-top.ts";

test("the stylesheet leaves out what is taken for left out", () => {
  const stylesheet = readFileSync("app/styles/product.css", "utf8");
  const selector = /\[data-from-top\] :is\((?<parts>.*)\) \{/.exec(stylesheet)?.groups?.parts;
  // The formatter has spaces in a stylesheet that it cannot have in a string.
  expect(selector?.replaceAll(" ", "")).toBe(LATE_LAYOUT.replaceAll(" ", ""));
});
