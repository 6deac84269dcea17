import { beforeEach, expect, test, vi } from "vitest";
import { Overload } from "./overload.ts";

let now = 0;
beforeEach(() => {
  now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
  return () => clock.mockRestore();
});

/** One is served each 100 ms. */
function serve(overload: Overload, waits: number[]): boolean[] {
  return waits.map((waitedMs) => {
    now += 100;
    overload.record(waitedMs);
    return overload.isOn();
  });
}

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

test("is on when nobody was served in time for half a second", () => {
  expect(serve(new Overload(200), times(8, 300))).toEqual([...times(6, false), true, true]);
});

test("is not on while some are served in time", () => {
  expect(serve(new Overload(200), times(4, [300, 300, 300, 100]).flat())).toEqual(times(16, false));
});

test("lasts while those who are served wait for more than half of what is late", () => {
  const overload = new Overload(200);
  serve(overload, times(8, 300));
  expect(serve(overload, times(100, 101))).toEqual(times(100, true));
});

test("is over when nobody was nearly late for five seconds, and then begins anew", () => {
  const overload = new Overload(200);
  serve(overload, times(8, 300));
  expect(serve(overload, times(50, 100))).toEqual(times(50, true));
  expect(serve(overload, [100, 300, 300])).toEqual(times(3, false));
});

test("is over after a time in which nobody came", () => {
  const overload = new Overload(200);
  serve(overload, times(8, 300));
  now += 6000;
  expect(overload.isOn()).toBe(false);
});
