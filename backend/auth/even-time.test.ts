import { expect, test, vi } from "vitest";
import { settingsFrom } from "./config.ts";
import { inEvenTime } from "./even-time.ts";

const sleeps = vi.hoisted(() => vi.fn());
vi.mock("node:timers/promises", () => ({ setTimeout: sleeps }));

test.each([
  ["a success", () => Promise.resolve("done"), "done"],
  ["a failure", () => Promise.reject(new Error("refused")), "refused"],
])("%s is told when the time is over, and not before", async (_what, work, said) => {
  let wake = () => {};
  sleeps.mockReturnValue(new Promise<void>((resolve) => (wake = resolve)));
  let told: unknown = null;
  const answer = inEvenTime({ settings: settingsFrom({ evenTimeMs: 321 }) }, work).then(
    (value) => (told = value),
    (error: Error) => (told = error.message),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(told).toBeNull();
  expect(sleeps).toHaveBeenLastCalledWith(321);
  wake();
  await answer;
  expect(told).toBe(said);
});
