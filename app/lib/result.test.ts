import { expect, it, vi } from "vitest";
import { toResult } from "./result.ts";

it("returns a value", async () => {
  expect(await toResult("numbers", Promise.resolve([1]))).toEqual({ ok: true, value: [1] });
});

it("turns a failure into a value and logs it once, without a stack", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await toResult("numbers", Promise.reject(new Error("no route")))).toEqual({ ok: false });
  expect(log.mock.calls).toEqual([["load numbers: Error: no route"]]);
  log.mockRestore();
});
