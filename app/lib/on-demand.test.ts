import { expect, it, vi } from "vitest";
import { onDemand } from "./on-demand.ts";

it("loads a module once, and not at all where it was brought", async () => {
  const load = vi.fn(async () => "loaded");
  const code = onDemand(load);
  expect(code.here()).toBeNull();
  expect([await code.get(), await code.get()]).toEqual(["loaded", "loaded"]);
  expect(code.here()).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(1);

  const other = onDemand(load);
  other.bring("brought");
  expect([await other.get(), other.here()]).toEqual(["brought", "brought"]);
  expect(load).toHaveBeenCalledTimes(1);
});

it("tries again after a failure", async () => {
  const load = vi.fn(async () => "loaded").mockRejectedValueOnce(new Error("no network"));
  const code = onDemand(load);
  await expect(code.get()).rejects.toThrow("no network");
  expect(await code.get()).toBe("loaded");
});
