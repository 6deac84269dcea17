import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stayFresh } from "./stay-fresh.ts";

type Listener = Parameters<Parameters<typeof stayFresh>[0]["watch"]>[0];

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const reread = vi.fn<() => unknown>();
const isReachable = vi.fn<() => Promise<boolean>>();
const left = vi.fn();
let tell: Listener;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  reread.mockReset();
  left.mockReset();
  isReachable.mockReset().mockResolvedValue(true);
  function watch(listener: Listener) {
    tell = listener;
    return left;
  }
  stop = stayFresh({ watch, isReachable }, reread);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show(visibilityState: string) {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
}

it("reads again once for each beginning to watch, and once for changes close together", async () => {
  tell.watching();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(1);
  tell.changed();
  tell.changed();
  await vi.advanceTimersByTimeAsync(100);
  tell.changed();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reread).toHaveBeenCalledTimes(2);
  tell.lost();
  tell.watching();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(3);
});

it("never reads twice at once: what changes meanwhile is read afterwards", async () => {
  const finish = Promise.withResolvers<void>();
  reread.mockReturnValueOnce(finish.promise);
  tell.watching();
  await vi.advanceTimersByTimeAsync(1_000);
  tell.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(1);
  finish.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(2);
});

it("goes on after a reading that failed", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  reread.mockRejectedValueOnce(new Error("panne"));
  tell.watching();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(logged).toHaveBeenCalledOnce();
  tell.changed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});

it("without a connection reads every minute, as long as the backend answers at all", async () => {
  await vi.advanceTimersByTimeAsync(61_000);
  expect(reread).toHaveBeenCalledTimes(1);
  isReachable.mockResolvedValueOnce(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reread).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reread).toHaveBeenCalledTimes(2);
});

it("reads nothing while nobody looks, and what has changed when somebody does", async () => {
  tell.watching();
  await vi.advanceTimersByTimeAsync(1_000);
  show("hidden");
  tell.changed();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(reread).toHaveBeenCalledTimes(1);
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(2);
  show("hidden");
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(2);
  tell.lost();
  show("hidden");
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reread).toHaveBeenCalledTimes(3);
});

it("leaves, and reads nothing any more", async () => {
  tell.changed();
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(left).toHaveBeenCalled();
  expect(reread).not.toHaveBeenCalled();
});
