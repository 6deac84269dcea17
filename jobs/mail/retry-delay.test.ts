import { describe, expect, it } from "vitest";
import { retryAfterServerFailure, retryDelay } from "./retry-delay.ts";

describe("the delay before another attempt", () => {
  it("doubles from a minute to six hours", () => {
    const minutes = Array.from({ length: 12 }, (_, index) => (retryDelay(index + 1, 0.5) ?? 0) / 60);
    expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360]);
  });

  it("has a jitter of a tenth at most", () => {
    expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([54, 66]);
    for (let i = 0; i < 100; i++) {
      expect(retryDelay(3)).toBeGreaterThanOrEqual(216);
      expect(retryDelay(3)).toBeLessThanOrEqual(264);
    }
  });

  it("ends after about two days", () => {
    const delays = Array.from({ length: 16 }, (_, index) => retryDelay(index + 1, 0.5));
    expect(delays.at(-1)).toBeNull();
    const hours = delays.reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / 3600;
    expect(hours).toBeGreaterThan(40);
    expect(hours).toBeLessThan(50);
  });
});

it("attempts that fail by the server's fault grow the delay four times, and never end", () => {
  const attempts = [1, 2, 3, 4, 5, 16, 300].map((count) => retryAfterServerFailure(count, 0.5));
  expect(attempts.map(({ retrySeconds }) => (retrySeconds ?? 0) / 60)).toEqual([1, 2, 4, 8, 8, 8, 8]);
  expect(attempts.map((attempt) => attempt.attempts)).toEqual([1, 2, 3, 4, 4, 15, 299]);
});
