import { expect, test } from "vitest";
import { measureText, textPath } from "./text-path.ts";

test("words are as wide as their letters and the space between them", () => {
  const pair = measureText("é") + measureText("Y");
  expect(measureText("Yé")).toBeCloseTo(pair);
  expect(measureText("Yé", "bricolage", 100)).toBeCloseTo(pair + 0.1);
});

test("words shrink to fit, but never grow", () => {
  const scaleOf = (svg: string): number => Number(/scale\((?<scale>[\d.]+)\)/.exec(svg)?.groups?.scale);
  const free = scaleOf(textPath("CIMENT", { size: 50 }));
  expect(scaleOf(textPath("CIMENT", { size: 50, fit: 20 }))).toBeLessThan(free);
  expect(scaleOf(textPath("CIMENT", { size: 50, fit: 2000 }))).toBe(free);
});

test("a letter without a glyph is an error, not a gap", () => {
  expect(() => textPath("Ж", { size: 20 })).toThrow("bricolage has no glyph for «Ж»");
});
