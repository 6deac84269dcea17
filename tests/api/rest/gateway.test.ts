/** The REST service behind the backend's own door: keys of both generations, tokens, and other origins. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestBackend, type TestBackend } from "../../support/backend.ts";
import { PATIENCE_MS } from "../../support/patience.ts";
import { strangeTokens } from "../../support/strange-tokens.ts";

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
    timeout: PATIENCE_MS,
  });
});
afterAll(() => backend.close());

const who = async (headers: Record<string, string>) => {
  const answer = await backend.fetch("/rest/v1/rpc/whoami", { headers });
  return answer.status === 200 ? await answer.json() : [answer.status, await answer.json()];
};

describe("a key", () => {
  test("says who is there, in its older and its younger form", async () => {
    const { anonKey, serviceRoleKey, publishableKey, secretKey } = backend.keys;
    expect(await who({})).toBe("anon");
    expect(await who({ apikey: anonKey })).toBe("anon");
    expect(await who({ apikey: serviceRoleKey })).toBe("service_role");
    expect(await who({ apikey: publishableKey })).toBe("anon");
    expect(await who({ apikey: publishableKey, authorization: `Bearer ${publishableKey}` })).toBe("anon");
    expect(await who({ apikey: secretKey, authorization: `Bearer ${secretKey}` })).toBe("service_role");
    expect(await who({ apikey: publishableKey, authorization: `Bearer ${serviceRoleKey}` })).toBe(
      "service_role",
    );
  });

  test("that is unknown, or secret and in a browser, opens nothing", async () => {
    const { secretKey } = backend.keys;
    expect(await who({ apikey: "sb_secret_guessed" })).toMatchObject([401, { code: "PGRST301" }]);
    expect(await who({ apikey: `${secretKey}x` })).toMatchObject([401, { code: "PGRST301" }]);
    // As many characters, and more bytes.
    expect(await who({ apikey: "é".repeat(secretKey.length) })).toMatchObject([401, { code: "PGRST301" }]);
    expect(await who({ apikey: secretKey, "user-agent": "Mozilla/5.0 (X11)" })).toEqual([
      401,
      { message: "Forbidden use of secret API key in browser" },
    ]);
    const signedIn = { apikey: secretKey, authorization: `Bearer ${backend.keys.anonKey}` };
    expect(await who(signedIn)).toBe("anon");
    expect(await who({ ...signedIn, "user-agent": "Mozilla/5.0 (X11)" })).toMatchObject([401, {}]);
  });

  test("gives way to whatever else stands in Authorization", async () => {
    const { serviceRoleKey, secretKey } = backend.keys;
    expect(await who({ apikey: serviceRoleKey, authorization: "Basic YTpi" })).toBe("anon");
    expect(await who({ apikey: secretKey, authorization: "Basic YTpi" })).toBe("anon");
    expect(await who({ apikey: serviceRoleKey, authorization: "bearer" })).toMatchObject([
      401,
      { code: "PGRST301", message: "Empty JWT is sent in Authorization header" },
    ]);
  });

  test.each([
    [
      "with another's signature",
      "No suitable key or wrong key type",
      "None of the keys was able to decode the JWT",
    ],
    [
      "unsigned",
      "Wrong or unsupported encoding algorithm",
      "JWT is unsecured but expected 'alg' was not 'none'",
    ],
    ["rubbish", "JWT cryptographic operation failed", null],
    ["expired", "JWT expired", null],
    ["not yet valid", "JWT not yet valid", null],
    ["issued in future", "JWT issued at future", null],
    ["for a strange audience", "The JWT 'aud' claim must be a string or an array of strings", null],
  ])("that is a token, %s, is told what is wrong with it", async (kind, message, details) => {
    const strange = await strangeTokens(backend.keys);
    expect(await who({ authorization: `Bearer ${strange[kind]}` })).toMatchObject([
      401,
      { message, details },
    ]);
  });

  test("of another secret is refused with what is wrong with it", async () => {
    const answer = await backend.fetch("/rest/v1/notes", { headers: { authorization: "Bearer a.b" } });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe(
      'Bearer error="invalid_token", error_description="Expected 3 parts in JWT; got 2"',
    );
    expect(answer.headers.get("proxy-status")).toBe("PostgREST; error=PGRST301");
    expect(await answer.json()).toEqual({
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

  test("asks for a page of another origin, without any key", async () => {
    const answer = await options("notes", {
      origin: "https://elsewhere.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "apikey,prefer",
    });
    expect(answer.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(answer.headers.get("access-control-allow-headers")).toBe("apikey,prefer");
    expect(answer.headers.get("access-control-max-age")).toBe("86400");
  });

  test.each([
    ["notes", "OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE"],
    ["note_bodies", "OPTIONS,GET,HEAD,POST,PATCH,DELETE"],
    ["rpc/whoami", "OPTIONS,GET,HEAD,POST"],
    ["", "OPTIONS,GET,HEAD"],
  ])("tells what may be done at /%s", async (path, allowed) => {
    expect((await options(path)).headers.get("allow")).toBe(allowed);
  });
});
