import { expect, it, vi } from "vitest";
import { load } from "./loaded.ts";

it("hands a value over", async () => {
  expect(await load("numbers", Promise.resolve([1]))).toEqual({ ok: true, value: [1] });
});

it("turns a failure into a value and logs it once, without a stack", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await load("numbers", Promise.reject(new Error("no route")))).toEqual({ ok: false });
  expect(log.mock.calls).toEqual([["load numbers: Error: no route"]]);
  log.mockRestore();
});
