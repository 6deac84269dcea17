import { expect, test, vi } from "vitest";
import { resolveSettings } from "./config.ts";
import { runInConstantTime } from "./constant-time.ts";

const sleepMock = vi.hoisted(() => vi.fn());
vi.mock("node:timers/promises", () => ({ setTimeout: sleepMock }));

test.each([
  ["a success", () => Promise.resolve("done"), "done"],
  ["a failure", () => Promise.reject(new Error("refused")), "refused"],
])("%s settles when the minimum time is over, and not before", async (_what, work, expected) => {
  let wake = () => {};
  sleepMock.mockReturnValue(new Promise<void>((resolve) => (wake = resolve)));
  let outcome: unknown = null;
  const running = runInConstantTime({ settings: resolveSettings({ constantTimeMs: 321 }) }, work).then(
    (value) => (outcome = value),
    (error: Error) => (outcome = error.message),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(outcome).toBeNull();
  expect(sleepMock).toHaveBeenLastCalledWith(321);
  wake();
  await running;
  expect(outcome).toBe(expected);
});
