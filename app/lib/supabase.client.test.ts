/** Who each request of the browser says it comes from, as the gateway of a hosted Supabase asks it too. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callFunction, supabase, supabaseAsVisitor } from "./supabase.client.ts";

const session = vi.hoisted(() => ({ isStored: false }));

vi.mock("./backend.client.ts", () => ({ backendAddress: () => "http://shop.test", anonKey: () => "anon" }));
vi.mock("./stored-session.ts", () => ({ hasStoredSession: () => session.isStored }));
vi.mock("./auth-code.ts", () => {
  const getSession = async () => ({ data: { session: { access_token: "awa" } } });
  return { authCode: { get: async () => ({ authClient: async () => ({ getSession }) }) } };
});

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json([]));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

/** What the last request carried. */
function carried() {
  const headers = new Headers(fetched.mock.calls.at(-1)?.[1]?.headers);
  return [headers.get("apikey"), headers.get("authorization")];
}

test.each([
  [false, "Bearer anon"],
  [true, "Bearer awa"],
])("rows: the public key, and whoever is signed in (%s)", async (isStored, bearer) => {
  session.isStored = isStored;
  await supabase().from("categories").select("name");
  expect(carried()).toEqual(["anon", bearer]);
});

test("rows as a visitor, and functions: the public key alone, whoever is signed in", async () => {
  session.isStored = true;
  await supabaseAsVisitor().from("categories").select("name");
  expect(carried()).toEqual(["anon", "Bearer anon"]);
  await callFunction("send-review-request", {});
  expect(carried()).toEqual(["anon", "Bearer anon"]);
});
