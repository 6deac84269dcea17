import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startRevalidation } from "./revalidation.ts";

type Subscriber = Parameters<Parameters<typeof startRevalidation>[0]["subscribe"]>[0];

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const revalidate = vi.fn<() => unknown>();
const isReachable = vi.fn<() => Promise<boolean>>();
const unsubscribe = vi.fn();
let subscriber: Subscriber;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", page);
  page.visibilityState = "visible";
  revalidate.mockReset();
  unsubscribe.mockReset();
  isReachable.mockReset().mockResolvedValue(true);
  function subscribe(listener: Subscriber) {
    subscriber = listener;
    return unsubscribe;
  }
  stop = startRevalidation({ subscribe, isReachable }, revalidate);
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

it("revalidates once per subscription, and once for changes in quick succession", async () => {
  subscriber.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
  subscriber.onChange();
  subscriber.onChange();
  await vi.advanceTimersByTimeAsync(100);
  subscriber.onChange();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
  subscriber.onDisconnected();
  subscriber.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(3);
});

it("never revalidates twice at once: a change in the meantime causes another revalidation afterwards", async () => {
  const finish = Promise.withResolvers<void>();
  revalidate.mockReturnValueOnce(finish.promise);
  subscriber.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  subscriber.onChange();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
  finish.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
});

it("continues after a failed revalidation", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  revalidate.mockRejectedValueOnce(new Error("panne"));
  subscriber.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(logged).toHaveBeenCalledOnce();
  subscriber.onChange();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
  logged.mockRestore();
});

it("revalidates every minute without a connection, as long as the backend is reachable", async () => {
  await vi.advanceTimersByTimeAsync(61_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
  isReachable.mockResolvedValueOnce(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
});

it("does not revalidate while the page is hidden, and does so after a change when it is shown", async () => {
  subscriber.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  show("hidden");
  subscriber.onChange();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(revalidate).toHaveBeenCalledTimes(1);
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
  show("hidden");
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(2);
  subscriber.onDisconnected();
  show("hidden");
  show("visible");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(revalidate).toHaveBeenCalledTimes(3);
});

it("unsubscribes, and revalidates no more", async () => {
  subscriber.onChange();
  stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(unsubscribe).toHaveBeenCalled();
  expect(revalidate).not.toHaveBeenCalled();
});

it("revalidates in a hidden page only what is noticed there", async () => {
  const notice = vi.fn();
  let hidden: Subscriber | undefined;
  function subscribe(listener: Subscriber) {
    hidden = listener;
    return unsubscribe;
  }
  const stopNotice = startRevalidation({ subscribe, isReachable, whileHidden: true }, notice);
  show("hidden");
  subscriber.onSubscribed();
  hidden?.onSubscribed();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(notice).toHaveBeenCalledTimes(1);
  expect(revalidate).not.toHaveBeenCalled();
  stopNotice();
});
