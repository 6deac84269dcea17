import { expect, test } from "vitest";
import { outputFormat, transformOptionsSchema } from "./transform-options.ts";

test("sizes past the limit are clamped", () => {
  expect(transformOptionsSchema.parse({ width: 5000, height: 0 })).toEqual({
    width: 2000,
    height: undefined,
    resize: "cover",
    quality: 80,
  });
});

const BOTH = "image/avif,image/webp,*/*";

test.each([
  [undefined, null, false, null],
  [undefined, "*/*", false, null],
  [undefined, BOTH, false, "webp"],
  [undefined, BOTH, true, "avif"],
  [undefined, "image/webp", true, "webp"],
  ["origin", BOTH, true, null],
  ["avif", null, false, "avif"],
  ["webp", null, false, "webp"],
] as const)("format %s, accepting %s, AVIF wanted %s: %s", (format, accept, avif_autodetection, output) => {
  const options = transformOptionsSchema.parse({ format });
  expect(outputFormat(options, accept, { avif_autodetection })).toBe(output);
});
