import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { requestEarly, takeEarlyResponse } from "./early-requests.ts";

const PATH = "/rest/v1/profiles?id=eq.awa";
const URL = `https://shop.example${PATH}`;
const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  fetchMock.mockReset().mockImplementation(async () => Response.json(["awa"]));
  vi.stubGlobal("fetch", fetchMock);
  // The process that runs the tests may be older than a response may be.
  vi.spyOn(performance, "now").mockReturnValue(1000);
  vi.stubGlobal("window", { location: { origin: "https://shop.example" } });
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("gives the response to the same request of the same user, once", async () => {
  requestEarly("token", [PATH]);
  expect(fetchMock).toHaveBeenCalledWith(URL, {
    headers: { apikey: "", authorization: "Bearer token" },
    signal: expect.any(AbortSignal),
  });
  expect(await takeEarlyResponse(URL, undefined, "another user's")).toBeNull();
  expect(await takeEarlyResponse(URL, undefined, null)).toBeNull();
  expect(await takeEarlyResponse(URL, { method: "PATCH" }, "token")).toBeNull();
  expect(await takeEarlyResponse(`${URL}&limit=1`, undefined, "token")).toBeNull();
  const response = await takeEarlyResponse(URL, { method: "GET" }, "token");
  expect(await response?.json()).toEqual(["awa"]);
  expect(await takeEarlyResponse(URL, undefined, "token")).toBeNull();
});

it("gives none after a failure, or when the page has been open for long", async () => {
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  requestEarly("token", [PATH]);
  expect(await takeEarlyResponse(URL, undefined, "token")).toBeNull();
  fetchMock.mockImplementation(async () => Response.json([]));
  requestEarly("token", [PATH]);
  vi.spyOn(performance, "now").mockReturnValueOnce(31_000);
  expect(await takeEarlyResponse(URL, undefined, "token")).toBeNull();
});
