import { expect, test } from "vitest";
import { encodeBars } from "./barcode.tsx";

/** The widths of bars and gaps, as a scanner measures them. */
function measure(text: string): string {
  const bars = encodeBars(text);
  return bars
    .flatMap(({ at, width }, index) => {
      const next = bars[index + 1];
      return next ? [width, next.at - at - width] : [width];
    })
    .join("");
}

test("an order's number begins with start B, and ends with the check and the stop of Code 128", () => {
  const widths = measure("ORD-048213");
  expect(widths).toMatch(/^211214/);
  expect(widths).toMatch(/2331112$/);
});

test("numbers that differ have different bars", () => {
  expect(measure("ORD-048213")).not.toBe(measure("ORD-048214"));
});
