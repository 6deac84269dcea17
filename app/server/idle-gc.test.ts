import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createIdleGc } from "./idle-gc.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function renderPages(count: number, onRender: () => void): void {
  for (let page = 0; page < count; page++) onRender();
}

it("collects from time to time while pages are rendered, and fully once when idle", () => {
  const collect = vi.fn();
  const onRender = createIdleGc(collect);
  renderPages(90, onRender);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(400);
  onRender();
  vi.advanceTimersByTime(400);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(3);
  expect(collect).toHaveBeenLastCalledWith(expect.objectContaining({ flavor: "last-resort" }));
});

it("collects the garbage of the start, and does not collect after few pages", () => {
  const collect = vi.fn();
  const onRender = createIdleGc(collect);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
  renderPages(39, onRender);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

it("does nothing when the process does not expose gc", () => {
  const onRender = createIdleGc(undefined);
  expect(() => {
    renderPages(40, onRender);
    vi.advanceTimersByTime(10_000);
  }).not.toThrow();
});
