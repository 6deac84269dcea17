import { expect, it } from "vitest";
import { readPlaywrightCount, readVitestCount } from "./counts.ts";

it("counts the tests of both runners", () => {
  expect(readVitestCount('{"numTotalTests":5,"numPassedTests":3,"numFailedTests":2}')).toEqual({
    passed: 3,
    failed: 2,
  });
  expect(readPlaywrightCount('{"stats":{"expected":7,"skipped":0,"unexpected":1,"flaky":1}}')).toEqual({
    passed: 8,
    failed: 1,
  });
});

it("takes nothing else for a report", () => {
  expect(() => readVitestCount("{}")).toThrow();
  expect(() => readPlaywrightCount("")).toThrow();
});
