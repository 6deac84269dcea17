import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getAxisTicks, getBarAfterKey, getBarAt, getDayLabels } from "./chart-scale.ts";

describe("getAxisTicks", () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [9, [0, 5, 10]],
    [38, [0, 10, 20, 30, 40]],
    [125_000, [0, 50_000, 100_000, 150_000]],
    [2_000_000, [0, 500_000, 1_000_000, 1_500_000, 2_000_000]],
  ])("a maximum of %i has the ticks %j", (max, ticks) => {
    expect(getAxisTicks(max)).toEqual(ticks);
  });

  it("always reaches the highest bar with few, even, whole steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (max) => {
        const ticks = getAxisTicks(max);
        const step = ticks[1] ?? 0;
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        expect(ticks.every((tick, index) => Number.isInteger(tick) && tick === index * step)).toBe(true);
      }),
    );
  });
});

it("labels today and days at even steps before it, every other one on narrow screens", () => {
  const getLabelledDays = (days: number) => getDayLabels(days).map(({ index }) => index);
  expect(getLabelledDays(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(getLabelledDays(30)).toEqual([4, 9, 14, 19, 24, 29]);
  expect(getLabelledDays(90)).toHaveLength(7);
  expect(getLabelledDays(1)).toEqual([0]);
  expect(getDayLabels(30).filter(({ showWhenNarrow }) => showWhenNarrow)).toEqual([
    { index: 9, showWhenNarrow: true },
    { index: 19, showWhenNarrow: true },
    { index: 29, showWhenNarrow: true },
  ]);
});

it("getBarAt clamps a position outside of the chart", () => {
  expect([-0.1, 0, 0.49, 0.51, 1, 1.2].map((share) => getBarAt(share, 2))).toEqual([0, 0, 0, 1, 1, 1]);
});

it("getBarAfterKey moves by keys and stops at the ends", () => {
  const after = (key: string) => getBarAfterKey(key, 10, 30);
  expect(["ArrowLeft", "ArrowRight", "PageDown", "PageUp", "Home", "End", "a"].map(after)).toEqual([
    9,
    11,
    3,
    17,
    0,
    29,
    null,
  ]);
  expect(getBarAfterKey("ArrowLeft", 0, 30)).toBe(0);
  expect(getBarAfterKey("ArrowRight", 29, 30)).toBe(29);
});
