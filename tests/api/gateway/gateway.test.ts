/** The REST service behind the gateway: keys of both generations, tokens, and CORS. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createUnauthorizedTokens } from "#tests/support/unauthorized-tokens.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/wait-timeout.ts";

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend();
  const owner = backend.database.connect("postgres", 1);
  await owner.unsafe(`
    create function public.whoami() returns text language sql stable as 'select current_user::text';
    create table public.notes (id int primary key, body text);
    create view public.note_bodies as select body from public.notes;
    grant all on public.notes to anon;`);
  await vi.waitFor(async () => expect((await backend.fetch("/rest/v1/notes")).status).toBe(200), {
    timeout: WAIT_TIMEOUT_MS,
  });
});
afterAll(() => backend.close());

const getIdentity = async (headers: Record<string, string>) => {
  const response = await backend.fetch("/rest/v1/rpc/whoami", { headers });
  return response.status === 200 ? await response.json() : [response.status, await response.json()];
};

describe("an API key", () => {
  test("authenticates, in its older and its newer form", async () => {
    const { anonKey, serviceRoleKey, publishableKey, secretKey } = backend.keys;
    expect(await getIdentity({})).toBe("anon");
    expect(await getIdentity({ apikey: anonKey })).toBe("anon");
    expect(await getIdentity({ apikey: serviceRoleKey })).toBe("service_role");
    expect(await getIdentity({ apikey: publishableKey })).toBe("anon");
    expect(await getIdentity({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toBe(
      "anon",
    );
    expect(await getIdentity({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).toBe(
      "service_role",
    );
    expect(await getIdentity({ apikey: publishableKey, authorization: `Bearer ${serviceRoleKey}` })).toBe(
      "service_role",
    );
  });

  test("that is unknown, or secret and from a browser, is rejected", async () => {
    const { secretKey } = backend.keys;
    expect(await getIdentity({ apikey: "sb_secret_guessed" })).toMatchObject([401, { code: "PGRST301" }]);
    expect(await getIdentity({ apikey: `${secretKey}x` })).toMatchObject([401, { code: "PGRST301" }]);
    // The same number of characters, and more bytes.
    expect(await getIdentity({ apikey: "é".repeat(secretKey.length) })).toMatchObject([
      401,
      { code: "PGRST301" },
    ]);
    expect(await getIdentity({ apikey: secretKey, "user-agent": "Mozilla/5.0 (X11)" })).toEqual([
      401,
      { message: "Forbidden use of secret API key in browser" },
    ]);
    const { serviceRoleKey, anonKey } = backend.keys;
    const browsers: Record<string, string>[] = [
      { "user-agent": "Mozilla/5.0 (X11)" },
      { "user-agent": "hidden", origin: "https://elsewhere.example" },
      { "user-agent": "hidden", "sec-fetch-site": "same-origin" },
    ];
    const leaks: Record<string, string>[] = [
      { apikey: secretKey },
      { apikey: serviceRoleKey },
      { apikey: anonKey, authorization: `Bearer ${serviceRoleKey}` },
      { apikey: serviceRoleKey, authorization: `Bearer ${anonKey}` },
    ];
    for (const browser of browsers) {
      for (const leaked of leaks) {
        expect(await getIdentity({ ...leaked, ...browser })).toEqual([
          401,
          { message: "Forbidden use of secret API key in browser" },
        ]);
      }
      expect(await getIdentity({ apikey: anonKey, ...browser })).toBe("anon");
    }
    // As Node's fetch sends it.
    expect(
      await getIdentity({ apikey: serviceRoleKey, "user-agent": "node", "sec-fetch-mode": "cors" }),
    ).toBe("service_role");
    const signedIn = { apikey: secretKey, authorization: `Bearer ${backend.keys.anonKey}` };
    expect(await getIdentity(signedIn)).toBe("anon");
    expect(await getIdentity({ ...signedIn, "user-agent": "Mozilla/5.0 (X11)" })).toMatchObject([401, {}]);
  });

  test("is overridden by any other Authorization header", async () => {
    const { serviceRoleKey, secretKey } = backend.keys;
    expect(await getIdentity({ apikey: serviceRoleKey, authorization: "Basic YTpi" })).toBe("anon");
    expect(await getIdentity({ apikey: secretKey, authorization: "Basic YTpi" })).toBe("anon");
    expect(await getIdentity({ apikey: serviceRoleKey, authorization: "bearer" })).toMatchObject([
      401,
      { code: "PGRST301", message: "Empty JWT is sent in Authorization header" },
    ]);
  });

  test.each([
    [
      "with a foreign signature",
      "No suitable key or wrong key type",
      "None of the keys was able to decode the JWT",
    ],
    [
      "unsigned",
      "Wrong or unsupported encoding algorithm",
      "JWT is unsecured but expected 'alg' was not 'none'",
    ],
    ["malformed", "JWT cryptographic operation failed", null],
    ["expired", "JWT expired", null],
    ["not yet valid", "JWT not yet valid", null],
    ["with an invalid beginning", "The JWT 'nbf' claim must be a number", null],
    ["issued in the future", "JWT issued at future", null],
    ["with an invalid audience", "The JWT 'aud' claim must be a string or an array of strings", null],
    ["for another audience", "JWT not in audience", null],
  ])("that is a token, %s, is rejected with the reason", async (kind, message, details) => {
    const unauthorized = await createUnauthorizedTokens(backend.keys);
    expect(await getIdentity({ authorization: `Bearer ${unauthorized[kind]}` })).toMatchObject([
      401,
      { message, details },
    ]);
  });

  test("signed with another secret is rejected with the reason", async () => {
    const response = await backend.fetch("/rest/v1/notes", { headers: { authorization: "Bearer a.b" } });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 2"',
    );
    expect(response.headers.get("proxy-status")).toBe("PostgREST; error=PGRST301");
    expect(await response.json()).toEqual({
      code: "PGRST301",
      message: "Expected 3 parts in JWT; got 2",
      details: null,
      hint: null,
    });
  });
});

describe("OPTIONS", () => {
  const options = (path: string, headers: Record<string, string> = {}) =>
    backend.fetch(`/rest/v1/${path}`, { method: "OPTIONS", headers });

  test("allows a page of another origin, without any key", async () => {
    const response = await options("notes", {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "apikey,prefer",
    });
    expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(response.headers.get("access-control-allow-headers")).toBe("apikey,prefer");
    expect(response.headers.get("access-control-max-age")).toBe("86400");
  });

  test.each([
    ["notes", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["note_bodies", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"],
    ["rpc/whoami", "OPTIONS,GET,HEAD,POST"],
    ["", "OPTIONS,GET,HEAD"],
  ])("lists the allowed methods of /%s", async (path, allowed) => {
    expect((await options(path)).headers.get("allow")).toBe(allowed);
  });
});
