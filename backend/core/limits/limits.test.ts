import { describe, expect, test } from "vitest";
import { Limits, parseRefusal } from "./limits.ts";

const RULE = { maximum: 3, periodSeconds: 30 };

function limitsAt(start: number) {
  const clock = { now: start };
  const overrides = { "sign_in/everyone/address": RULE, "sign_in/everyone/network": { ...RULE, maximum: 5 } };
  return { clock, limits: new Limits(overrides, () => clock.now) };
}

describe("a bucket", () => {
  test("allows a burst, then says how long to wait", () => {
    const { limits } = limitsAt(0);
    const waits = Array.from({ length: 5 }, () => limits.take("sign_in", "192.0.2.1"));
    expect(waits).toEqual([0, 0, 0, 10, 10]);
  });

  test("refills over time, up to its burst", () => {
    const { clock, limits } = limitsAt(0);
    for (let i = 0; i < 4; i++) limits.take("sign_in", "192.0.2.1");
    clock.now = 9_000;
    expect(limits.take("sign_in", "192.0.2.1")).toBe(1);
    clock.now = 10_000;
    expect(limits.take("sign_in", "192.0.2.1")).toBe(0);
    clock.now = 10_000_000;
    const waits = Array.from({ length: 4 }, () => limits.take("sign_in", "192.0.2.1"));
    expect(waits).toEqual([0, 0, 0, 10]);
  });

  test("of a limit of 0 says to wait for a day", () => {
    const limits = new Limits({ "sign_in/everyone/address": { ...RULE, maximum: 0 } }, () => 0);
    expect(limits.take("sign_in", "192.0.2.1")).toBe(86_400);
  });

  test("does not refill when the clock goes back", () => {
    const { clock, limits } = limitsAt(1_000_000);
    for (let i = 0; i < 3; i++) limits.take("sign_in", "192.0.2.1");
    clock.now = 0;
    expect(limits.take("sign_in", "192.0.2.1")).toBe(10);
  });
});

test("each limit and address has its own bucket, and one customer's addresses share one", () => {
  const { limits } = limitsAt(0);
  for (let i = 0; i < 3; i++) limits.take("sign_in", "2001:db8::1");
  expect(limits.take("sign_in", "2001:db8::2")).toBe(10);
  expect(limits.take("sign_in", "2001:db8:0:100::1")).toBe(0);
  expect(limits.take("sign_up", "2001:db8::1")).toBe(0);
});

test("the addresses of one network share a wider bucket", () => {
  const { limits } = limitsAt(0);
  const waits = Array.from({ length: 6 }, (_, host) => limits.take("sign_in", `192.0.2.${host}`));
  expect(waits).toEqual([0, 0, 0, 0, 0, 6]);
  expect(limits.take("sign_in", "192.0.3.1")).toBe(0);
});

test("the values of the table replace the defaults; null sets no limit", () => {
  const { limits } = limitsAt(0);
  const row = (name: string, maximum: number | null) =>
    ({ name, audience: "everyone", scope: "address", label: "", maximum, periodSeconds: 30 }) as const;
  limits.replace([row("sign_in", null), row("sign_up", 1), row("of another release", 1)]);
  const waits = Array.from({ length: 5 }, (_, host) => limits.take("sign_in", `192.0.2.${host}`));
  expect(waits).toEqual([0, 0, 0, 0, 0]);
  expect([limits.take("sign_up", "192.0.2.1"), limits.take("sign_up", "192.0.2.1")]).toEqual([0, 30]);
});

test("refusals are counted by limit until they are drained", () => {
  const { limits } = limitsAt(0);
  for (let i = 0; i < 5; i++) limits.take("sign_in", "192.0.2.1");
  expect([...limits.drainRefusals()]).toEqual([["sign_in/everyone/address", 2]]);
  expect(limits.drainRefusals().size).toBe(0);
});

test.each([
  ["limit=orders_open/unproven/account retry=60", { key: "orders_open/unproven/account", retrySeconds: 60 }],
  ["limit=order_pieces/everyone/line", { key: "order_pieces/everyone/line", retrySeconds: null }],
  ["Key (id)=(1) already exists.", null],
  ["", null],
])("the details %j of an error", (details, refusal) => {
  expect(parseRefusal(details)).toEqual(refusal);
});
