import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderSeed } from "./generate.ts";

it("is what demo.sql holds; npm run generate writes it anew", () => {
  const written = readFileSync(new URL("demo.sql", import.meta.url), "utf8");
  // Compared as a boolean: the difference of two texts of half a megabyte helps nobody.
  expect(written === renderSeed()).toBe(true);
});
