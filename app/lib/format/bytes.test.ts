import { expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";

it("formats numbers of bytes", () => {
  expect([1, 999, 340_000, 1_234_567, 10_000_000, 52_400_000_000].map(formatBytes)).toEqual([
    "1\u00a0Ko",
    "1\u00a0Ko",
    "340\u00a0Ko",
    "1,2\u00a0Mo",
    "10\u00a0Mo",
    "52,4\u00a0Go",
  ]);
});
