import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canLoadImage, IMAGE_LOAD_TIMEOUT_MS } from "./can-load-image.ts";

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

test("an image that loads is valid, one that fails is not", async () => {
  const valid = canLoadImage("/a.jpg");
  expect(image.src).toBe("/a.jpg");
  image.onload?.();
  expect(await valid).toBe(true);
  const broken = canLoadImage("/b.jpg");
  image.onerror?.();
  expect(await broken).toBe(false);
});

test("a slow image counts as valid after the timeout, and not before", async () => {
  const onResult = vi.fn();
  void canLoadImage("/slow.jpg").then(onResult);
  await vi.advanceTimersByTimeAsync(IMAGE_LOAD_TIMEOUT_MS - 1);
  expect(onResult).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onResult).toHaveBeenCalledWith(true);
});
