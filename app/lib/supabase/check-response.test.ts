import { afterEach, expect, it, vi } from "vitest";
import { checkResponse, fetchInTime } from "./check-response.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const page = (status: number) =>
  new Response("<html>Bienvenue à l'hôtel</html>", { status, headers: { "content-type": "text/html" } });

it.each([
  [200, 502],
  [404, 404],
  [503, 503],
])("a page with the status %i becomes an error with %i", async (status, expected) => {
  const response = await checkResponse(page(status));
  expect(response.status).toBe(expected);
  expect(await response.json()).toMatchObject({ code: `HTTP${expected}`, message: "" });
});

it("an answer without a body, which would be taken for no row, becomes an error", async () => {
  const headers = { "content-type": "application/json; charset=utf-8", "content-length": "0" };
  const response = await checkResponse(new Response("", { headers }));
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ code: "HTTP502" });
  const created = new Response(null, { status: 201, headers });
  expect(await checkResponse(created)).toBe(created);
});

it.each(["{}", "[]", "null", '"oops"', '{"ok":false}', '{"message":"API rate limit exceeded"}'])(
  "the error %s, which says nothing, gets a code",
  async (body) => {
    const response = await checkResponse(new Response(body, { status: 422 }));
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: "HTTP422", message: "" });
  },
);

it("leaves the services' own answers as they are", async () => {
  const own = [
    Response.json([]),
    Response.json({ code: "XX000" }, { status: 500 }),
    new Response('{"code":"XX000"}', { status: 500 }),
    new Response(null, { status: 204 }),
  ];
  for (const response of own) expect(await checkResponse(response)).toBe(response);
  const image = new Response("…", { headers: { "content-type": "image/png" } });
  expect(await checkResponse(image)).toBe(image);
  const list = new Response("a,b", { headers: { "content-type": "text/csv" } });
  expect(await checkResponse(list, { headers: { accept: "text/csv" } })).toBe(list);
  // An error without a body says as much as its status.
  const empty = new Response(null, { status: 401 });
  expect(await checkResponse(empty, { method: "HEAD" })).toBe(empty);
});

it("a network that never answers becomes an error, unless the caller waits in its own way or sends a file", async () => {
  const waited: (number | null)[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    waited.push(ms);
    return AbortSignal.abort(new DOMException("too late", "TimeoutError"));
  });
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    return Response.json([]);
  });
  const late = await fetchInTime("http://shop.test");
  expect([late.status, await late.json()]).toEqual([504, expect.objectContaining({ code: "HTTP504" })]);
  expect((await fetchInTime("http://shop.test", { method: "POST", body: "{}" })).status).toBe(504);
  expect(waited[1]).toBeGreaterThan(60_000);

  const { signal } = new AbortController();
  expect((await fetchInTime("http://shop.test", { signal })).ok).toBe(true);
  expect((await fetchInTime("http://shop.test", { method: "POST", body: new Blob(["a"]) })).ok).toBe(true);
  expect(waited).toHaveLength(2);
});

it("postgrest-js is not let wait as long as a shop under maintenance asks", async () => {
  const answer = (seconds: string) =>
    Response.json({ code: "PGRST000" }, { status: 503, headers: { "retry-after": seconds } });
  const soon = answer("2");
  expect(await checkResponse(soon)).toBe(soon);
  const late = await checkResponse(answer("600"));
  expect([late.status, late.headers.get("retry-after")]).toEqual([503, null]);
});
