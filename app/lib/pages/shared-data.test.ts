import { expect, it } from "vitest";
import { SharedData } from "./shared-data.server.ts";

function setup() {
  const clock = { now: 0 };
  const shared = new SharedData<number>(() => clock.now);
  let loads = 0;
  const get = (version: number | null, key?: string) => shared.get(version, async () => ++loads, key);
  return { clock, shared, get };
}

it("is loaded once for concurrent and later pages of the same version", async () => {
  const { get } = setup();
  expect(await Promise.all([get(1), get(1)])).toEqual([1, 1]);
  expect(await get(1)).toBe(1);
});

it("is loaded again after a change, also while it is being loaded", async () => {
  const { get } = setup();
  const before = get(1);
  expect(await Promise.all([before, get(2)])).toEqual([1, 2]);
  expect(await get(2)).toBe(2);
});

it("is loaded again after some seconds, and always where no change is told", async () => {
  const { clock, get } = setup();
  await get(1);
  clock.now = 5_000;
  expect([await get(1), await get(null), await get(null)]).toEqual([2, 3, 4]);
});

it("is loaded for each key, and again once there are very many", async () => {
  const { get } = setup();
  expect([await get(1, "a"), await get(1, "b"), await get(1, "a")]).toEqual([1, 2, 1]);
  for (let key = 2; key <= 500; key++) await get(1, String(key));
  expect(await get(1, "500")).toBe(501);
  expect(await get(1, "a")).toBe(502);
});

it("is loaded again after a failure", async () => {
  const { shared, get } = setup();
  await expect(shared.get(1, () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
  expect(await get(1)).toBe(1);
});
