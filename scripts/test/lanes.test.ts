import { expect, it } from "vitest";
import { chooseLanes } from "./lanes.ts";
import { PARTS } from "./selection.ts";

it("runs every part once, in two lists", () => {
  const lanes = chooseLanes(PARTS, 2);
  expect(lanes).toEqual([
    ["types", "lint", "imports", "unused", "unit", "api", "screens", "start"],
    ["build", "pages", "browser"],
  ]);
});

it("runs all parts one after the other on one core", () => {
  expect(chooseLanes(PARTS, 1)).toEqual([[...PARTS]]);
});

it("makes no list without a part", () => {
  expect(chooseLanes(["unit", "screens"], 8)).toEqual([["unit", "screens"]]);
  expect(chooseLanes(["build", "browser"], 8)).toEqual([["build", "browser"]]);
});
