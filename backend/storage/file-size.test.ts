import { expect, test } from "vitest";
import { parseFileSize } from "./file-size.ts";

test.each([
  [0, 0],
  [1024, 1024],
  ["3B", 3],
  ["30KB", 30_000],
  ["1.5mb", 1_500_000],
  ["20 GB", 20_000_000_000],
])("%s is %i bytes", (value, bytes) => {
  expect(parseFileSize(value)).toBe(bytes);
});

test.each([-1, Number.NaN, "", "MB", "1TB", "1e9", "ten"])("rejects %s", (value) => {
  expect(() => parseFileSize(value)).toThrow(/file size/);
});
