import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getToasts } from "#app/components/ui/toast/toast.ts";
import { watchLoading } from "./offline-navigation.ts";

const fetched = vi.fn<() => Promise<Response>>();
const assign = vi.fn();
let stored: Response | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  stored = undefined;
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("window", { location: { assign } });
  vi.stubGlobal("navigator", { onLine: true, serviceWorker: { controller: {} } });
  vi.stubGlobal("caches", { match: async () => stored });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const HOUR_MS = 3_600_000;

test("a page that loads in time, or on a slow network, is waited for", async () => {
  fetched.mockResolvedValue(new Response());
  watchLoading("/product/scie")();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(fetched).not.toHaveBeenCalled();
  watchLoading("/product/scie");
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(fetched).toHaveBeenCalledOnce();
  expect(assign).not.toHaveBeenCalled();
  expect(getToasts()).toHaveLength(0);
});

test("on a dead network the copy is opened after a bounded time, or it is said that there is none", async () => {
  fetched.mockImplementation(() => new Promise(() => {}));
  stored = new Response();
  watchLoading("/product/scie");
  await vi.advanceTimersByTimeAsync(11_900);
  expect(assign).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(assign).toHaveBeenCalledWith("/product/scie");

  stored = undefined;
  fetched.mockRejectedValue(new TypeError("Failed to fetch"));
  watchLoading("/product/pelle");
  await vi.advanceTimersByTimeAsync(8100);
  expect(getToasts()).toEqual([expect.objectContaining({ title: "Vous êtes hors ligne" })]);
});
