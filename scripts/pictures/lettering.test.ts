import { expect, test } from "vitest";
import { lettering, widthOf } from "./lettering.ts";

test("words are as wide as their letters and the space between them", () => {
  const pair = widthOf("é") + widthOf("Y");
  expect(widthOf("Yé")).toBeCloseTo(pair);
  expect(widthOf("Yé", "bricolage", 100)).toBeCloseTo(pair + 0.1);
});

test("words shrink to fit, but never grow", () => {
  const scaleOf = (svg: string): number => Number(/scale\(([\d.]+)\)/.exec(svg)?.[1]);
  const free = scaleOf(lettering("CIMENT", { size: 50 }));
  expect(scaleOf(lettering("CIMENT", { size: 50, fit: 20 }))).toBeLessThan(free);
  expect(scaleOf(lettering("CIMENT", { size: 50, fit: 2000 }))).toBe(free);
});
