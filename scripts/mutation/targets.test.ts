import { existsSync, globSync } from "node:fs";
import { expect, it } from "vitest";
import { databaseTargets, sourceTargets } from "./targets.ts";

it("the files and the tests of each target exist", () => {
  const targets = [...Object.values(sourceTargets), ...Object.values(databaseTargets)];
  const missing = targets.flatMap(({ tests }) => tests).filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
  const patterns = Object.values(sourceTargets).flatMap(({ files }) => files);
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});
