import { expect, test } from "vitest";
import { getCoverRegion } from "./cover-region.ts";
import { transformOptionsSchema } from "./transform-options.ts";

const WIDE = { width: 400, height: 200 };
const TALL = { width: 200, height: 400 };

const getRegion = (image: typeof WIDE, options: object) =>
  getCoverRegion(image, transformOptionsSchema.parse({ width: 100, height: 100, ...options }));

test.each([
  [WIDE, { gravity: "we" }, 0, 0],
  [WIDE, { gravity: "ea" }, 200, 0],
  [WIDE, { gravity: "ce" }, 100, 0],
  [WIDE, { gravity: "no" }, 100, 0],
  [TALL, { gravity: "so" }, 0, 200],
  [TALL, { gravity: "noea" }, 0, 0],
  [TALL, { gravity: "sowe" }, 0, 200],
  // An offset is of the output, whose pixels are two of the image, or a part of the image.
  [WIDE, { gravity: "we", x_offset: 10 }, 20, 0],
  [WIDE, { gravity: "ea", x_offset: 0.1 }, 160, 0],
  [WIDE, { gravity: "ce", x_offset: -0.1 }, 60, 0],
  [WIDE, { gravity: "we", x_offset: 9999 }, 200, 0],
  [WIDE, { gravity: "fp", x_offset: 0.5, y_offset: 0.5 }, 100, 0],
  [WIDE, { gravity: "fp", x_offset: 1, y_offset: 0 }, 200, 0],
  [TALL, { gravity: "fp", x_offset: 0.5, y_offset: 0.6 }, 0, 140],
])("of %o, %o begins at %d, %d", (image, options, left, top) => {
  expect(getRegion(image, options)).toEqual({ left, top, width: 200, height: 200 });
});

test("there is none where nothing is cut off, or where the encoder chooses", () => {
  expect(getRegion(WIDE, {})).toBeNull();
  expect(getRegion(WIDE, { gravity: "sm" })).toBeNull();
  expect(getRegion(WIDE, { gravity: "we", resize: "contain" })).toBeNull();
  expect(getRegion(WIDE, { gravity: "we", height: undefined })).toBeNull();
});

test.each([
  { gravity: "fp" },
  { gravity: "fp", x_offset: 0.5 },
  { gravity: "fp", x_offset: 2, y_offset: 0 },
  { gravity: "up" },
])("%o is refused", (options) => {
  expect(transformOptionsSchema.safeParse(options).success).toBe(false);
});
