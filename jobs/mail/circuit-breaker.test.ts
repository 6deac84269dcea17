import { beforeEach, describe, expect, it } from "vitest";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";

let now: number;
let changes: boolean[];
let breaker: CircuitBreaker;
beforeEach(() => {
  now = 0;
  changes = [];
  breaker = createCircuitBreaker(
    { failures: 3, minPauseMs: 10, maxPauseMs: 35 },
    (isOpen) => changes.push(isOpen),
    () => now,
  );
});

function open(): void {
  for (let i = 0; i < 3; i++) breaker.fail();
}

it("opens after failures in a row, and says so once", () => {
  breaker.fail();
  breaker.fail();
  breaker.succeed();
  breaker.fail();
  breaker.fail();
  expect([breaker.admit(), changes]).toEqual([true, []]);
  breaker.fail();
  breaker.fail();
  expect([breaker.admit(), changes]).toEqual([false, [true]]);
});

describe("an open one", () => {
  beforeEach(open);

  it("admits one attempt after the pause, and all once it succeeded", () => {
    now = 9;
    expect(breaker.admit()).toBe(false);
    now = 10;
    expect([breaker.admit(), breaker.admit()]).toEqual([true, false]);
    breaker.succeed();
    expect([breaker.admit(), breaker.admit(), changes]).toEqual([true, true, [true, false]]);
  });

  it("doubles the pause after each attempt that failed, up to the longest", () => {
    const pauses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const start = now;
      while (!breaker.admit()) now++;
      pauses.push(now - start);
      breaker.fail();
    }
    expect([pauses, changes]).toEqual([[10, 20, 35, 35], [true]]);
  });

  it("is not paused longer by attempts that had begun before", () => {
    breaker.fail();
    breaker.fail();
    now = 10;
    expect(breaker.admit()).toBe(true);
  });

  it("admits another attempt when the server was not asked", () => {
    now = 10;
    breaker.admit();
    breaker.cancel();
    expect([breaker.admit(), changes]).toEqual([true, [true]]);
  });

  it("starts with the first pause again after it was closed", () => {
    now = 10;
    breaker.admit();
    breaker.fail();
    now = 30;
    breaker.admit();
    breaker.succeed();
    open();
    now = 40;
    expect(breaker.admit()).toBe(true);
  });
});
