/** The credentials of each request of the browser, as the gateway of a hosted Supabase also requires them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getAnonSupabase, getSupabase, invokeFunction } from "./supabase.client.ts";

const session = vi.hoisted(() => ({ isStored: false }));

vi.mock("./config.client.ts", () => ({ getSupabaseUrl: () => "http://shop.test", getAnonKey: () => "anon" }));
vi.mock("./stored-session.ts", () => ({ hasStoredSession: () => session.isStored }));
vi.mock("./auth-module.ts", () => {
  const getSession = async () => ({ data: { session: { access_token: "awa" } } });
  return { authModule: { get: async () => ({ getAuthClient: async () => ({ getSession }) }) } };
});

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
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

test("rows as a visitor, and functions: the public key alone, even when a user is signed in", async () => {
  session.isStored = true;
  await getAnonSupabase().from("categories").select("name");
  expect(getCredentials()).toEqual(["anon", "Bearer anon"]);
  await invokeFunction("send-review-request", {});
  expect(getCredentials()).toEqual(["anon", "Bearer anon"]);
});
