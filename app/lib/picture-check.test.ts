import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PICTURE_CHECK_MS, pictureLoads } from "./picture-check.ts";

let image: { src?: string; onload?(): void; onerror?(): void };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("Image", function Image(this: typeof image) {
    image = this;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a picture that comes is good, one that fails is not", async () => {
  const good = pictureLoads("/a.jpg");
  expect(image.src).toBe("/a.jpg");
  image.onload?.();
  expect(await good).toBe(true);
  const broken = pictureLoads("/b.jpg");
  image.onerror?.();
  expect(await broken).toBe(false);
});

test("one that takes its time counts as good, and not before", async () => {
  const told = vi.fn();
  void pictureLoads("/slow.jpg").then(told);
  await vi.advanceTimersByTimeAsync(PICTURE_CHECK_MS - 1);
  expect(told).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toHaveBeenCalledWith(true);
});
