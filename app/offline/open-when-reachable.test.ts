import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openWhenReachable } from "./open-when-reachable.ts";

const URL = "http://shop.test/about";
const navigate = vi.fn();
const fetch = vi.fn<() => Promise<unknown>>();
let opened: { url: string; navigate: typeof navigate } | null;

beforeEach(() => {
  vi.useFakeTimers();
  navigate.mockReset();
  fetch.mockReset().mockRejectedValue(new TypeError("no network"));
  opened = { url: URL, navigate };
  vi.stubGlobal("fetch", fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => openWhenReachable(URL, async () => opened);

it("opens the page once there is a network", async () => {
  void open();
  await vi.advanceTimersByTimeAsync(6000);
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(navigate).not.toHaveBeenCalled();
  fetch.mockResolvedValue(null);
  await vi.advanceTimersByTimeAsync(8000);
  expect(navigate).toHaveBeenCalledWith(URL);
});

it("leaves a window alone that shows another page, or is gone", async () => {
  fetch.mockResolvedValue(null);
  void open();
  opened = { url: "http://shop.test/cart", navigate };
  await vi.advanceTimersByTimeAsync(2000);
  void open();
  opened = null;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(navigate).not.toHaveBeenCalled();
  expect(fetch).not.toHaveBeenCalled();
});

it("ends some time", async () => {
  const opened = open();
  await vi.advanceTimersByTimeAsync(62_000);
  await opened;
  expect(navigate).not.toHaveBeenCalled();
});
