/** Calls that make their transaction fail after the function has run, so that what a limit has counted is rolled back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";

/** An hour, of an address. */
const ALLOWED = 100;
const SINGLE = "application/vnd.pgrst.object+json";

let backend: TestBackend;
let token: string;
beforeAll(async () => {
  backend = await startTestBackend();
  const { data } = await backend.client().auth.signInAnonymously();
  token = data.session?.access_token ?? "";
});
afterAll(() => backend.close());

/** Checks a code that nobody has made: the answer is one row with a problem. */
async function check(query: string, ip: string, accept = "application/json"): Promise<number> {
  const response = await backend.fetch(
    `/rest/v1/rpc/check_promo_code${query}`,
    {
      method: "POST",
      headers: {
        apikey: backend.keys.anonKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept,
      },
      body: JSON.stringify({ code: "FAUX", items: [] }),
    },
    ip,
  );
  return response.status;
}

test.each([
  ["a cast", "?select=problem::int", undefined, 400, "198.51.1.7"],
  ["a regular expression that is none", "?problem=match.(", undefined, 400, "198.51.2.7"],
  ["one row that a filter leaves out", "?problem=is.null", SINGLE, 406, "198.51.3.7"],
])("fail a hundred times an hour only: %s", async (_, query, accept, failure, ip) => {
  const statuses = [];
  for (let sent = 0; sent < ALLOWED + 4; sent++) statuses.push(await check(query, ip, accept));
  expect(statuses).toEqual([...Array(ALLOWED).fill(failure), ...Array(4).fill(429)]);
  // Whoever calls as the shop's pages do is not concerned, at the same address and at others.
  expect(await check("", ip)).toBe(200);
  expect(await check("?select=problem", "192.0.2.9")).toBe(200);
});
