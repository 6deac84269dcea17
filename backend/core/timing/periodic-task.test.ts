import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLogger } from "#backend/core/observability/log.ts";
import { listTaskRuns, startPeriodicTask } from "./periodic-task.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => new Promise((resolve) => setImmediate(resolve));
const start = (work: () => Promise<void>) =>
  startPeriodicTask({ name: "Test", intervalMs: 1_000, initialDelayMs: 100 }, createLogger("silent"), work);

it("runs one round at a time, and waits for it at the end", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  const stop = start(work);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledOnce();
  const onStop = vi.fn();
  const stopped = stop().then(onStop);
  await settle();
  expect(onStop).not.toHaveBeenCalled();
  resolve();
  await stopped;
});

it("goes on after a round that failed", async () => {
  const work = vi.fn(() => Promise.reject(new Error("lost")));
  const stop = start(work);
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(1_000);
    await settle();
  }
  await stop();
  expect(work.mock.calls.length).toBeGreaterThan(2);
});

it("tries what is daily again soon after it failed", async () => {
  const work = vi.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error("lost"));
  const schedule = { name: "Test", intervalMs: 86_400_000, initialDelayMs: 100 };
  const stop = startPeriodicTask(schedule, createLogger("silent"), work);
  vi.advanceTimersByTime(100);
  await settle();
  vi.advanceTimersByTime(3_600_000);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
  expect(listTaskRuns()).toMatchObject([{ name: "Test", error: null }]);
  await stop();
});
