import { expect, test } from "vitest";
import { outputFormat, toOfferedOptions, transformOptionsSchema } from "./transform-options.ts";

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

test.each([
  [{ width: 1 }, { width: 320 }],
  [{ width: 320, height: 900, resize: "fill", quality: 23 }, { width: 320 }],
  [
    { width: 321, format: "avif" },
    { width: 640, format: "webp" },
  ],
  [
    { width: 2000, format: "origin" },
    { width: 640, format: "origin" },
  ],
  [{ height: 40 }, { width: 640 }],
  [{}, { width: 640 }],
])("of the widths 320 and 640, %o gets %o", (given, offered) => {
  const options = toOfferedOptions(transformOptionsSchema.parse(given), [320, 640], {
    avif_autodetection: false,
  });
  expect(options).toEqual({ resize: "cover", quality: 80, ...offered });
});

test("AVIF is offered where the bucket enables it", () => {
  const avif = transformOptionsSchema.parse({ format: "avif" });
  expect(toOfferedOptions(avif, [320], { avif_autodetection: true }).format).toBe("avif");
});
