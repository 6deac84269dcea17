import { describe, expect, test } from "vitest";
import { createIpRateLimiter } from "./ip-rate-limiter.ts";

const RULE = { burst: 3, perSecond: 0.1 };

function limiterAt(start: number) {
  const clock = { now: start };
  const limits = { signup: RULE, signIn: RULE, refresh: RULE, user: RULE };
  return { clock, limiter: createIpRateLimiter(limits, () => clock.now) };
}

describe("a bucket", () => {
  test("allows a burst, then says how long to wait", () => {
    const { limiter } = limiterAt(0);
    const waits = Array.from({ length: 5 }, () => limiter.consume("signIn", "192.0.2.1"));
    expect(waits).toEqual([0, 0, 0, 10, 10]);
  });

  test("refills over time, up to its burst", () => {
    const { clock, limiter } = limiterAt(0);
    for (let i = 0; i < 4; i++) limiter.consume("signIn", "192.0.2.1");
    clock.now = 9_000;
    expect(limiter.consume("signIn", "192.0.2.1")).toBe(1);
    clock.now = 10_000;
    expect(limiter.consume("signIn", "192.0.2.1")).toBe(0);
    clock.now = 10_000_000;
    const waits = Array.from({ length: 4 }, () => limiter.consume("signIn", "192.0.2.1"));
    expect(waits).toEqual([0, 0, 0, 10]);
  });

  test("does not refill when the clock goes back", () => {
    const { clock, limiter } = limiterAt(1_000_000);
    for (let i = 0; i < 3; i++) limiter.consume("signIn", "192.0.2.1");
    clock.now = 0;
    expect(limiter.consume("signIn", "192.0.2.1")).toBe(10);
  });
});

test("each group and network has its own bucket, and one customer's addresses share one", () => {
  const { limiter } = limiterAt(0);
  for (let i = 0; i < 3; i++) limiter.consume("signIn", "2001:db8::1");
  expect(limiter.consume("signIn", "2001:db8::2")).toBe(10);
  expect(limiter.consume("signIn", "2001:db8:0:1::1")).toBe(0);
  expect(limiter.consume("signup", "2001:db8::1")).toBe(0);
});
