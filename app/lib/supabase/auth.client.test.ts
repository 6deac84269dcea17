/**
 * Sessions behave as auth-js documents it: these tests check that for the version and the settings that the shop
 * uses. The parts that users see are tested in browsers.
 */
import {
  AuthImplicitGrantRedirectError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthInvalidTokenResponseError,
  AuthPKCEGrantCodeExchangeError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
  GoTrueClient,
} from "@supabase/auth-js";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createMemoryStorage } from "#app/lib/storage/memory-storage.fixture.ts";
import {
  getAuthClient,
  getCurrentSession,
  refuseRenewalOffline,
  renewSession,
  signOut,
} from "./auth.client.ts";
import { SESSION_KEY } from "./stored-session.ts";

vi.mock("./config.client.ts", () => ({ getSupabaseUrl: () => "http://shop.test", getAnonKey: () => "anon" }));

const fetched = vi.fn<typeof fetch>();
const respond = (status: number, body: object) => Promise.resolve(Response.json(body, { status }));

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

/** Parsed from JSON: credentials without an e-mail and without a phone. */
const incomplete = JSON.parse('{"password":"mot-de-passe-1"}');
const credentials = { email: "awa@exemple.bf", password: "mot-de-passe-1" };

test("a sign-up and a sign-in need an e-mail or a phone, with a password", async () => {
  const client = await getAuthClient();
  const message = "You must provide either an email or phone number and a password";
  for (const { error } of [await client.signUp(incomplete), await client.signInWithPassword(incomplete)]) {
    expect(error).toBeInstanceOf(AuthInvalidCredentialsError);
    expect(error).toMatchObject({ message, status: 400 });
  }
  expect(fetched).not.toHaveBeenCalled();
});

test("the error classes are the documented ones", async () => {
  const client = await getAuthClient();
  const missing = (await client.getUser()).error;
  expect(missing).toBeInstanceOf(AuthSessionMissingError);
  expect(missing).toMatchObject({ message: "Auth session missing!", status: 400 });
  expect((await client.getClaims("a.b")).error).toBeInstanceOf(AuthInvalidJwtError);

  const signIn = async (reply: Promise<Response>) => {
    fetched.mockReturnValueOnce(reply);
    return (await client.signInWithPassword(credentials)).error;
  };
  const empty = await signIn(respond(200, {}));
  expect(empty).toBeInstanceOf(AuthInvalidTokenResponseError);
  expect(empty).toMatchObject({ message: "Auth session or user missing", status: 500 });
  for (const status of [502, 503, 504]) {
    expect(await signIn(respond(status, {})), `${status}`).toBeInstanceOf(AuthRetryableFetchError);
  }
  expect(await signIn(Promise.reject(new TypeError("Failed to fetch")))).toBeInstanceOf(
    AuthRetryableFetchError,
  );
  // A proxy's page is replaced by an error with its status, and by a failed one when it says 200.
  const page = (status: number) => Promise.resolve(new Response("<h1>", { status }));
  expect(await signIn(page(400))).toMatchObject({ name: "AuthApiError", status: 400, code: "HTTP400" });
  expect(await signIn(page(200))).toMatchObject({ name: "AuthRetryableFetchError", status: 502 });
  const weak = await signIn(
    respond(422, { code: "weak_password", message: "weak", weak_password: { reasons: ["length"] } }),
  );
  expect(weak).toBeInstanceOf(AuthWeakPasswordError);
});

/** Initializes a client on a page with this URL fragment, and returns its error. */
async function initializeAt(fragment: object, flowType: "implicit" | "pkce" = "implicit") {
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

test("a URL with an error, or with a session of the other flow, is rejected with its error class", async () => {
  const denied = { error: "access_denied", error_code: "otp_expired", error_description: "Lien expiré" };
  const error = await initializeAt(denied);
  expect(error).toBeInstanceOf(AuthImplicitGrantRedirectError);
  expect(error).toMatchObject({ message: "Lien expiré", details: { code: "otp_expired" } });
  expect(await initializeAt(SESSION, "pkce")).toBeInstanceOf(AuthPKCEGrantCodeExchangeError);
});

test("a session in a URL is reported as stale after 120 s", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  fetched.mockImplementation(() => respond(200, { id: "1" }));
  const now = Math.round(Date.now() / 1000);
  const initializeAfter = (seconds: number) =>
    initializeAt({ ...SESSION, expires_at: String(now + 3600 - seconds) });
  await initializeAfter(110);
  expect(warn).not.toHaveBeenCalled();
  await initializeAfter(121);
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining("over 120s ago, URL could be stale"),
    ...Array(3).fill(expect.any(Number)),
  );
});

test("a refresh is retried after 200 ms and then with doubled delays, for about 30 s", async () => {
  const client = await getAuthClient();
  vi.useFakeTimers();
  const start = Date.now();
  const at: number[] = [];
  fetched.mockImplementation(() => {
    at.push(Date.now() - start);
    return respond(503, {});
  });
  const refreshed = client.refreshSession({ refresh_token: "r" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await refreshed).error).toBeInstanceOf(AuthRetryableFetchError);
  expect(at).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
});

/** Stores a session that has expired, for the client of these tests and for the page. */
async function storeExpiredSession(): Promise<GoTrueClient> {
  const stored = { ...SESSION, expires_at: Math.floor(Date.now() / 1000) - 10, user: { id: "1" } };
  const entries = new Map([[SESSION_KEY, JSON.stringify(stored)]]);
  const localStorage = createMemoryStorage(entries);
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("window", { localStorage });
  const client = await getAuthClient();
  Reflect.set(client, "storage", localStorage);
  Reflect.set(client, "lastRefreshFailure", null);
  vi.useFakeTimers();
  return client;
}

test("a refresh that failed is remembered for a minute, and renewSession tries at once", async () => {
  const client = await storeExpiredSession();
  fetched.mockImplementation(() => respond(503, {}));
  const failed = client.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await failed).error).toBeInstanceOf(AuthRetryableFetchError);
  fetched.mockImplementation(() => respond(200, { ...SESSION, expires_in: 3600, user: { id: "1" } }));
  expect((await client.getSession()).data.session).toBeNull();
  await renewSession();
  expect((await client.getSession()).data.session).not.toBeNull();
});

test("a page opens with the stored session after three seconds, and at once without a network", async () => {
  await storeExpiredSession();
  vi.stubGlobal("navigator", { onLine: true });
  fetched.mockImplementation(() => respond(503, {}));
  const opened = vi.fn();
  void getCurrentSession().then(opened);
  await vi.advanceTimersByTimeAsync(2900);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(opened).toHaveBeenCalledWith(expect.objectContaining({ user: { id: "1" } }));
  expect(refuseRenewalOffline).not.toThrow();
  vi.stubGlobal("navigator", { onLine: false });
  expect(await getCurrentSession()).toMatchObject({ user: { id: "1" } });
  expect(refuseRenewalOffline).toThrow(AuthRetryableFetchError);
  await vi.advanceTimersByTimeAsync(60_000);
});

test("signing out takes five seconds at most, and every client of the browser hears of it", async () => {
  await storeExpiredSession();
  fetched.mockImplementation(() => respond(503, {}));
  const done = vi.fn();
  void signOut().then(done);
  await vi.advanceTimersByTimeAsync(4900);
  expect(done).not.toHaveBeenCalled();

  // A client in a browser, as in this tab or in another one; auth-js warns that it is the second.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("document", { addEventListener() {}, visibilityState: "hidden" });
  const other = new GoTrueClient({
    url: "http://shop.test/auth/v1",
    storageKey: SESSION_KEY,
    skipAutoInitialize: true,
    storage: { getItem: () => null, setItem() {}, removeItem() {} },
  });
  const events: string[] = [];
  other.onAuthStateChange((event) => void events.push(event));
  await vi.advanceTimersByTimeAsync(200);
  expect(done).toHaveBeenCalledWith(expect.any(Error));
  expect(window.localStorage.getItem(SESSION_KEY)).toBeNull();
  vi.useRealTimers();
  await vi.waitFor(() => expect(events).toContain("SIGNED_OUT"));
});

test("the signing keys are requested once in 10 minutes", async () => {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const token = await new SignJWT({ sub: "1" })
    .setProtectedHeader({ alg: "ES256", kid: "k" })
    .setExpirationTime("1h")
    .sign(privateKey);
  const keys = [{ ...(await exportJWK(publicKey)), kid: "k", alg: "ES256" }];
  fetched.mockImplementation(() => respond(200, { keys }));
  const client = await getAuthClient();
  vi.useFakeTimers({ toFake: ["Date"] });
  const countRequestsAfter = async (minutes: number) => {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    expect((await client.getClaims(token)).error).toBeNull();
    return fetched.mock.calls.length;
  };
  expect([await countRequestsAfter(0), await countRequestsAfter(9), await countRequestsAfter(2)]).toEqual([
    1, 1, 2,
  ]);
  expect(fetched.mock.calls[0]?.[0]).toBe("http://shop.test/auth/v1/.well-known/jwks.json");
});

test("a code is sent to a phone by SMS and creates the account by default", async () => {
  const client = await getAuthClient();
  fetched.mockImplementation(() => respond(200, {}));
  await client.signInWithOtp({ phone: "+22670123456" });
  const body: unknown = JSON.parse(String(fetched.mock.calls[0]?.[1]?.body));
  expect(body).toMatchObject({ phone: "+22670123456", channel: "sms", create_user: true });
});

test("each request has the public key, which is also the bearer token until a user is signed in", async () => {
  const client = await getAuthClient();
  const session = { access_token: "a.b.c", refresh_token: "r", expires_in: 3600, token_type: "bearer" };
  fetched.mockImplementation(() => respond(200, { ...session, id: "1", user: { id: "1" } }));
  await client.signInWithPassword(credentials);
  await client.getUser("d.e.f");
  const sentHeaders = fetched.mock.calls.map(([, request]) => {
    const headers = new Headers(request?.headers);
    return [headers.get("apikey"), headers.get("authorization")];
  });
  expect(sentHeaders).toEqual([
    ["anon", "Bearer anon"],
    ["anon", "Bearer d.e.f"],
  ]);
});
