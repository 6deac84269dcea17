import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createGiveBack } from "./give-back.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function makePages(count: number, made: () => void): void {
  for (let page = 0; page < count; page++) made();
}

it("collects now and then while pages are made, and once more, thoroughly, when it is quiet", () => {
  const collect = vi.fn();
  const made = createGiveBack(collect);
  makePages(90, made);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(400);
  made();
  vi.advanceTimersByTime(400);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(3);
  expect(collect).toHaveBeenLastCalledWith(expect.objectContaining({ flavor: "last-resort" }));
});

it("collects what the start has left behind, and lets few pages be", () => {
  const collect = vi.fn();
  const made = createGiveBack(collect);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
  makePages(39, made);
  vi.advanceTimersByTime(10_000);
  expect(collect).toHaveBeenCalledTimes(1);
});

it("does nothing where the process cannot be asked to collect", () => {
  const made = createGiveBack(undefined);
  expect(() => {
    makePages(40, made);
    vi.advanceTimersByTime(10_000);
  }).not.toThrow();
});
