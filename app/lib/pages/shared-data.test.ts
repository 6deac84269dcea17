import { expect, it } from "vitest";
import { forgetShared, SharedData } from "./shared-data.server.ts";

const LIFETIME_MS = 5_000;

function setup() {
  const clock = { now: 0 };
  const shared = new SharedData<number>(() => clock.now);
  let loads = 0;
  const get = ({ key = "", tags = ["settings"], lifetimeMs = LIFETIME_MS } = {}) =>
    shared.get(lifetimeMs, { tags, key }, async () => ++loads);
  return { clock, shared, get };
}

it("is loaded once for concurrent and later pages", async () => {
  const { get } = setup();
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  expect(await get()).toBe(1);
});

it("is loaded again after a change of it, also while it is being loaded", async () => {
  const { get } = setup();
  forgetShared(new Set(["settings"]));
  const before = get();
  forgetShared(new Set(["products", "settings"]));
  expect(await Promise.all([before, get()])).toEqual([1, 2]);
  forgetShared(new Set(["products"]));
  expect(await get()).toBe(2);
  forgetShared(null);
  expect(await get()).toBe(3);
});

it("is loaded again after some time, and always where nothing is shared", async () => {
  const { clock, get } = setup();
  await get();
  clock.now = LIFETIME_MS;
  expect([await get(), await get({ lifetimeMs: 0 }), await get({ lifetimeMs: 0 })]).toEqual([2, 3, 4]);
});

it("is loaded and forgotten by its key, and loaded again once there are very many", async () => {
  const { get } = setup();
  const keys = ["a", "b"].map((key) => ({ key, tags: [`category:${key}`] }));
  expect([await get(keys[0]), await get(keys[1]), await get(keys[0])]).toEqual([1, 2, 1]);
  forgetShared(new Set(["category:b"]));
  expect([await get(keys[0]), await get(keys[1])]).toEqual([1, 3]);
  for (let key = 2; key <= 200; key++) await get({ key: String(key) });
  expect(await get({ key: "200" })).toBe(202);
  expect(await get(keys[0])).toBe(203);
});

it("is loaded again after a failure", async () => {
  const { shared, get } = setup();
  const failure = () => Promise.reject(new Error("lost"));
  await expect(shared.get(LIFETIME_MS, { tags: [] }, failure)).rejects.toThrow("lost");
  expect(await get()).toBe(1);
});
