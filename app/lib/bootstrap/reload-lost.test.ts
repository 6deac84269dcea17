import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import { forgetReloads, reloadWhenReachable, watchDocument } from "./reload-lost.ts";

let stored: Map<string, string>;
const reload = vi.fn();
const fetch = vi.fn<() => Promise<unknown>>();

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  reload.mockReset();
  fetch.mockReset().mockResolvedValue(null);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("sessionStorage", createMemoryStorage(stored));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("pauses twice as long before each load, until the application has arrived", async () => {
  for (const [load, pause] of [2000, 4000, 8000].entries()) {
    reloadWhenReachable();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(reload).toHaveBeenCalledTimes(load);
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(load + 1);
  }
  forgetReloads();
  reloadWhenReachable();
  await vi.advanceTimersByTimeAsync(2000);
  expect(reload).toHaveBeenCalledTimes(4);
});

it("waits for the network", async () => {
  fetch.mockRejectedValueOnce(new TypeError("no network")).mockRejectedValueOnce(new TypeError("no network"));
  reloadWhenReachable();
  await vi.advanceTimersByTimeAsync(5999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
});

it("does not pause when it is asked to", async () => {
  const reloadNow = reloadWhenReachable();
  reloadNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledOnce();
});

it("works without a storage once the application has arrived", () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(forgetReloads).not.toThrow();
});

it("tells a document that is cut from one that arrives slowly", async () => {
  const page = { readyState: "loading", documentElement: { outerHTML: "<html>" } };
  vi.stubGlobal("document", page);
  const onLost = vi.fn();
  watchDocument(onLost);
  for (let more = 0; more < 10; more++) {
    await vi.advanceTimersByTimeAsync(5000);
    page.documentElement.outerHTML += "<p>";
  }
  expect(onLost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onLost).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLost).toHaveBeenCalledOnce();
});

it.each([
  ["goes on to bring", { readyState: "loading", documentElement: { outerHTML: "<html><body>" } }],
  ["has brought meanwhile", { readyState: "interactive", documentElement: { outerHTML: "<html>" } }],
])("leaves a document alone that a silent network %s", async (_, later) => {
  vi.stubGlobal("document", { readyState: "loading", documentElement: { outerHTML: "<html>" } });
  watchDocument(reloadWhenReachable);
  await vi.advanceTimersByTimeAsync(11_000);
  vi.stubGlobal("document", later);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetch).toHaveBeenCalledOnce();
  expect(reload).not.toHaveBeenCalled();
});

it("loads a document again that stays as it is", async () => {
  vi.stubGlobal("document", { readyState: "loading", documentElement: { outerHTML: "<html>" } });
  watchDocument(reloadWhenReachable);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(reload).toHaveBeenCalledOnce();
});

it("does not watch a document that has arrived", async () => {
  vi.stubGlobal("document", { readyState: "interactive", documentElement: { outerHTML: "<html>" } });
  const onLost = vi.fn();
  watchDocument(onLost);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onLost).not.toHaveBeenCalled();
});
