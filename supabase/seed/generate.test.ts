import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderSeed } from "./generate.ts";

it("matches demo.sql; npm run generate updates the file", () => {
  const written = readFileSync(new URL("demo.sql", import.meta.url), "utf8");
  // Compared as a boolean: a diff of two texts of half a megabyte is useless.
  expect(written === renderSeed()).toBe(true);
});
