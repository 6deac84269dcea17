import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionChecks } from "./session-checks.ts";

const SESSION = "7b0e4f0a-3c5d-4a50-9a0f-0d7c7a0b5f11";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

test("the database looks for a session again after a while, also when the clock is set back", () => {
  const checks = new SessionChecks();
  const getDue = () => checks.getDue({ session_id: SESSION }, true);
  expect(getDue()).toBe(SESSION);
  checks.setFound(SESSION);
  expect(getDue()).toBeNull();
  vi.advanceTimersByTime(31_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(getDue()).toBe(SESSION);
});
