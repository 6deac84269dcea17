/**
 * The credentials of each request of the browser, as the gateway of a hosted Supabase also requires them, and
 * the retry of a request whose token was rejected.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchAsUser, getAnonSupabase, getSupabase, invokeFunction } from "./supabase.client.ts";

const session = vi.hoisted(() => ({ isStored: false }));

vi.mock("./config.client.ts", () => ({ getSupabaseUrl: () => "http://shop.test", getAnonKey: () => "anon" }));
vi.mock("./stored-session.ts", () => ({ hasStoredSession: () => session.isStored }));
vi.mock("./auth.client.ts", async (importOriginal) => {
  const getSession = async () => ({ data: { session: { access_token: "awa" } } });
  const original = await importOriginal<typeof import("./auth.client.ts")>();
  return { ...original, getAuthClient: async () => ({ getSession }), replaceRejectedToken };
});

const replaceRejectedToken = vi.hoisted(() => vi.fn<(token: string) => Promise<string | null>>());

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  session.isStored = true;
  replaceRejectedToken.mockReset();
  replaceRejectedToken.mockResolvedValue("new");
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json([]));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** The credentials of the last request. */
function getCredentials() {
  const headers = new Headers(fetched.mock.calls.at(-1)?.[1]?.headers);
  return [headers.get("apikey"), headers.get("authorization")];
}

test.each([
  [false, "Bearer anon"],
  [true, "Bearer awa"],
])("rows: the public key, and the user's token when signed in (%s)", async (isStored, bearer) => {
  session.isStored = isStored;
  await getSupabase().from("categories").select("name");
  expect(getCredentials()).toEqual(["anon", bearer]);
});

test("what somebody searches for is a text, also when it begins like a filter", async () => {
  await getSupabase().rpc("search_orders", { query: "is.x" }, { get: true });
  expect(String(fetched.mock.calls.at(-1)?.[0])).toContain("?query=+is.x");
});

test("rows as a visitor, and functions: the public key alone, even when a user is signed in", async () => {
  session.isStored = true;
  await getAnonSupabase().from("categories").select("name");
  expect(getCredentials()).toEqual(["anon", "Bearer anon"]);
  await invokeFunction("send-review-request", {});
  expect(getCredentials()).toEqual(["anon", "Bearer anon"]);
});

const URL = "http://shop.test/rest/v1/categories";

/** The error response of PostgREST or, with a status of its own in the body, of the storage service. */
const respondWith = (status: number, body: object | null) =>
  fetched.mockImplementation(async () => new Response(body && JSON.stringify(body), { status }));

/** Rejects the user's first token with this response, and accepts any other one. */
function rejectOldToken(status: number, body: object | null) {
  fetched.mockImplementation(async (_, init) =>
    new Headers(init?.headers).get("authorization") === "Bearer awa"
      ? new Response(body && JSON.stringify(body), { status })
      : Response.json([]),
  );
}

const listTokens = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization")?.slice(7));

test.each([
  ["an expired token", 401, { code: "PGRST303", message: "JWT expired" }],
  ["a token that cannot be decoded", 401, { code: "PGRST301", message: "No suitable key" }],
  ["a request without a body in its response", 401, null],
  ["the storage service", 400, { statusCode: "403", error: "Unauthorized", message: "JWT expired" }],
  ["a hosted storage service", 400, { statusCode: "403", message: '"exp" claim timestamp check failed' }],
])("a rejected request is sent again once with a new token: %s", async (_, status, body) => {
  rejectOldToken(status, body);
  const sent = { method: "POST", body: '{"name":"Outils"}', headers: { prefer: "return=minimal" } };
  const response = await fetchAsUser(URL, sent);
  expect(response.status).toBe(200);
  expect(listTokens()).toEqual(["awa", "new"]);
  expect(replaceRejectedToken).toHaveBeenCalledExactlyOnceWith("awa");
  expect(fetched.mock.lastCall).toMatchObject([URL, { method: "POST", body: sent.body }]);
  expect(new Headers(fetched.mock.lastCall?.[1]?.headers).get("prefer")).toBe("return=minimal");
});

test("a request that is rejected with the new token as well is not sent a third time", async () => {
  respondWith(401, { code: "PGRST303", message: "JWT expired" });
  expect((await fetchAsUser(URL)).status).toBe(401);
  expect(listTokens()).toEqual(["awa", "new"]);
});

test("without a new token the rejection is the response, and its body can be read", async () => {
  const body = { code: "PGRST303", message: "JWT expired" };
  respondWith(401, body);
  replaceRejectedToken.mockResolvedValue(null);
  expect(await (await fetchAsUser(URL)).json()).toEqual(body);
  expect(fetched).toHaveBeenCalledOnce();
});

test.each([
  ["a missing right", 401, { code: "42501", message: "permission denied" }],
  ["a missing token", 401, { code: "PGRST302", message: "Anonymous access is disabled" }],
  ["a missing right on a file", 400, { statusCode: "403", error: "Unauthorized", message: "row-level" }],
  ["a server error", 500, { code: "XX000", message: "panne" }],
])("other errors are not sent again: %s", async (_, status, body) => {
  respondWith(status, body);
  expect((await fetchAsUser(URL)).status).toBe(status);
  expect(fetched).toHaveBeenCalledOnce();
  expect(replaceRejectedToken).not.toHaveBeenCalled();
});

test("a visitor's request is not sent again", async () => {
  session.isStored = false;
  respondWith(401, { code: "PGRST303", message: "JWT expired" });
  expect((await fetchAsUser(URL)).status).toBe(401);
  expect(fetched).toHaveBeenCalledOnce();
});

test("a body that can be read only once is not sent again", async () => {
  respondWith(401, { code: "PGRST303", message: "JWT expired" });
  await fetchAsUser(URL, { method: "POST", body: new Blob(["text"]).stream() });
  await fetchAsUser(new Request(URL, { method: "POST", body: "text" }));
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("a request that is aborted during the refresh stays aborted", async () => {
  const abort = new AbortController();
  fetched.mockImplementation(async (_, init) => {
    init?.signal?.throwIfAborted();
    return Response.json({ code: "PGRST303", message: "JWT expired" }, { status: 401 });
  });
  replaceRejectedToken.mockImplementation(async () => {
    abort.abort();
    return "new";
  });
  await expect(fetchAsUser(URL, { signal: abort.signal })).rejects.toThrow("aborted");
});
