import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createIdleGc } from "./idle-gc.ts";

const MEGABYTE = 2 ** 20;
const REST_MEGABYTES = 50;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A heap that grows by a megabyte for each page until it is collected; the full collection of the start is done. */
function setup() {
  const heap = { megabytes: 80, floor: REST_MEGABYTES };
  const collections: string[] = [];
  const collect = vi.fn(async (options?: boolean | { flavor?: string }) => {
    collections.push((typeof options === "object" && options.flavor) || "regular");
    heap.megabytes = heap.floor;
  });
  const onRender = createIdleGc(collect, () => heap.megabytes * MEGABYTE);
  const renderPages = async (count: number) => {
    for (let page = 0; page < count; page++) {
      heap.megabytes += 1;
      onRender();
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  vi.advanceTimersByTime(10_000);
  return { heap, collections, renderPages };
}

it("collects the garbage of the start, and nothing after few pages", async () => {
  const { collections, renderPages } = setup();
  expect(collections).toEqual(["last-resort"]);
  await renderPages(16);
  vi.advanceTimersByTime(10_000);
  expect(collections).toHaveLength(1);
});

it("collects fully once when it is idle after many pages", async () => {
  const { collections, renderPages } = setup();
  await renderPages(17);
  vi.advanceTimersByTime(400);
  await renderPages(1);
  vi.advanceTimersByTime(400);
  expect(collections).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(collections).toEqual(["last-resort", "last-resort"]);
});

it("collects while pages are rendered when the heap has grown much, not for each page", async () => {
  const { collections, renderPages } = setup();
  await renderPages(170);
  expect(collections).toEqual(["last-resort", "regular", "regular"]);
});

it("does not collect again and again what is in use", async () => {
  const { heap, collections, renderPages } = setup();
  heap.floor = 200;
  await renderPages(100);
  expect(collections).toEqual(["last-resort", "regular"]);
});

it("does nothing when the process does not expose gc", async () => {
  const onRender = createIdleGc(undefined, () => 1000 * MEGABYTE);
  expect(() => {
    onRender();
    vi.advanceTimersByTime(10_000);
  }).not.toThrow();
});
