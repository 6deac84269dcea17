import { expect, it, vi } from "vitest";
import { createLazyModule } from "./lazy-module.ts";

it("loads a module once, and not at all when it was preloaded", async () => {
  const load = vi.fn(async () => "loaded");
  const code = createLazyModule(load);
  expect(code.peek()).toBeNull();
  expect([await code.get(), await code.get()]).toEqual(["loaded", "loaded"]);
  expect(code.peek()).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(1);

  const other = createLazyModule(load);
  other.preload("preloaded");
  expect([await other.get(), other.peek()]).toEqual(["preloaded", "preloaded"]);
  expect(load).toHaveBeenCalledTimes(1);
});

it("retries after a failure", async () => {
  const load = vi.fn(async () => "loaded").mockRejectedValueOnce(new Error("no network"));
  const code = createLazyModule(load);
  await expect(code.get()).rejects.toThrow("no network");
  expect(await code.get()).toBe("loaded");
});
