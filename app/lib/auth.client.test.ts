/**
 * What the documents fix about sessions is done by the official client: this holds it, in the version and with the
 * settings that the shop runs it with. What of it people see is tried out in browsers.
 */
import {
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthInvalidTokenResponseError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  AuthWeakPasswordError,
  GoTrueClient,
} from "@supabase/auth-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { authClient } from "./auth.client.ts";

vi.mock("./backend.client.ts", () => ({ backendAddress: () => "http://shop.test", anonKey: () => "anon" }));

const fetched = vi.fn<typeof fetch>();
const answer = (status: number, body: object) => Promise.resolve(Response.json(body, { status }));

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** As the network hands it over: without an e-mail, without a phone. */
const incomplete = JSON.parse('{"password":"mot-de-passe-1"}');
const typed = { email: "awa@exemple.bf", password: "mot-de-passe-1" };

test("an account needs an e-mail or a phone, with a password", async () => {
  const client = await authClient();
  const message = "You must provide either an email or phone number and a password";
  for (const { error } of [await client.signUp(incomplete), await client.signInWithPassword(incomplete)]) {
    expect(error).toBeInstanceOf(AuthInvalidCredentialsError);
    expect(error).toMatchObject({ message, status: 400 });
  }
  expect(fetched).not.toHaveBeenCalled();
});

test("the kinds of errors are the documented ones", async () => {
  const client = await authClient();
  const missing = (await client.getUser()).error;
  expect(missing).toBeInstanceOf(AuthSessionMissingError);
  expect(missing).toMatchObject({ message: "Auth session missing!", status: 400 });
  expect((await client.getClaims("a.b")).error).toBeInstanceOf(AuthInvalidJwtError);

  const signIn = async (reply: Promise<Response>) => {
    fetched.mockReturnValueOnce(reply);
    return (await client.signInWithPassword(typed)).error;
  };
  const empty = await signIn(answer(200, {}));
  expect(empty).toBeInstanceOf(AuthInvalidTokenResponseError);
  expect(empty).toMatchObject({ message: "Auth session or user missing", status: 500 });
  for (const status of [502, 503, 504]) {
    expect(await signIn(answer(status, {})), `${status}`).toBeInstanceOf(AuthRetryableFetchError);
  }
  expect(await signIn(Promise.reject(new TypeError("Failed to fetch")))).toBeInstanceOf(
    AuthRetryableFetchError,
  );
  expect(await signIn(Promise.resolve(new Response("<h1>", { status: 400 })))).toBeInstanceOf(
    AuthUnknownError,
  );
  const weak = await signIn(
    answer(422, { code: "weak_password", message: "weak", weak_password: { reasons: ["length"] } }),
  );
  expect(weak).toBeInstanceOf(AuthWeakPasswordError);
});

/** A client in a page of this address, with what it found there. */
async function arriveAt(fragment: object, flowType: "implicit" | "pkce" = "implicit") {
  const href = `http://shop.test/cart#${new URLSearchParams(Object.entries(fragment))}`;
  vi.stubGlobal("window", { location: { href, hash: "" }, addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal("document", { addEventListener() {}, visibilityState: "hidden" });
  const client = new GoTrueClient({
    url: "http://shop.test/auth/v1",
    storageKey: crypto.randomUUID(),
    flowType,
    autoRefreshToken: false,
    persistSession: false,
  });
  const { error } = await client.initialize();
  return error;
}

const SESSION = { access_token: "a.b.c", refresh_token: "r", expires_in: "3600", token_type: "bearer" };

test("an address that brings an error, or a session of the other flow, is refused by its kind", async () => {
  const denied = { error: "access_denied", error_code: "otp_expired", error_description: "Lien expiré" };
  const error = await arriveAt(denied);
  expect(error).toBeInstanceOf(AuthImplicitGrantRedirectError);
  expect(error).toMatchObject({ message: "Lien expiré", details: { code: "otp_expired" } });
  expect(await arriveAt(SESSION, "pkce")).toBeInstanceOf(AuthPKCEGrantCodeExchangeError);
});

test("a session that an address brings is called stale after 120 s", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  fetched.mockImplementation(() => answer(200, { id: "1" }));
  const now = Math.round(Date.now() / 1000);
  const arriveAfter = (seconds: number) => arriveAt({ ...SESSION, expires_at: String(now + 3600 - seconds) });
  await arriveAfter(110);
  expect(warned).not.toHaveBeenCalled();
  await arriveAfter(121);
  expect(warned).toHaveBeenCalledWith(
    expect.stringContaining("over 120s ago, URL could be stale"),
    ...Array(3).fill(expect.any(Number)),
  );
});

test("a renewal is tried again after 200 ms and each time after twice as long, for some 30 s", async () => {
  const client = await authClient();
  vi.useFakeTimers();
  const start = Date.now();
  const at: number[] = [];
  fetched.mockImplementation(() => {
    at.push(Date.now() - start);
    return answer(503, {});
  });
  const renewed = client.refreshSession({ refresh_token: "r" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await renewed).error).toBeInstanceOf(AuthRetryableFetchError);
  expect(at).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
});

test("the signing keys are asked for once in 10 minutes", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const token = await new SignJWT({ sub: "1" })
    .setProtectedHeader({ alg: "ES256", kid: "k" })
    .setExpirationTime("1h")
    .sign(privateKey);
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" }];
  fetched.mockImplementation(() => answer(200, { keys }));
  const client = await authClient();
  vi.useFakeTimers({ toFake: ["Date"] });
  const askedAfter = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    expect((await client.getClaims(token)).error).toBeNull();
    return fetched.mock.calls.length;
  };
  expect([await askedAfter(0), await askedAfter(9), await askedAfter(2)]).toEqual([1, 1, 2]);
  expect(fetched.mock.calls[0]?.[0]).toBe("http://shop.test/auth/v1/.well-known/jwks.json");
});

test("a code goes to a phone by sms and makes the account, unless told otherwise", async () => {
  const client = await authClient();
  fetched.mockImplementation(() => answer(200, {}));
  await client.signInWithOtp({ phone: "+22670123456" });
  const body: unknown = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));
  expect(body).toMatchObject({ phone: "+22670123456", channel: "sms", create_user: true });
});

test("each call carries the public key, which is its bearer too until somebody is signed in", async () => {
  const client = await authClient();
  const session = { access_token: "a.b.c", refresh_token: "r", expires_in: 3600, token_type: "bearer" };
  fetched.mockImplementation(() => answer(200, { ...session, id: "1", user: { id: "1" } }));
  await client.signInWithPassword(typed);
  await client.getUser("d.e.f");
  const carried = fetched.mock.calls.map(([, request]) => {
    const headers = new Headers(request?.headers);
    return [headers.get("apikey"), headers.get("authorization")];
  });
  expect(carried).toEqual([
    ["anon", "Bearer anon"],
    ["anon", "Bearer d.e.f"],
  ]);
});
