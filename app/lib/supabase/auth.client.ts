/**
 * The auth client of this browser: auth-js, separate from the PostgREST client (supabase.client.ts). A module
 * that imports this one bundles auth-js: the customers' pages import it and need no further round trip for
 * it, and public pages load it on demand, once a user is signed in or wants to sign in.
 */
import { AuthRetryableFetchError, GoTrueClient, type Session } from "@supabase/auth-js";
import { fetchChecked } from "./check-response.ts";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { RECENT_SIGN_IN_REQUIRED } from "./error-codes.ts";
import { NO_RESPONSE } from "./failure-message.ts";
import { isInvalidTokenError } from "./invalid-token.ts";
import { needsRenewal, readStoredSession } from "./read-stored-session.ts";
import { reauthenticate } from "./reauthentication.ts";
import { replaceToken } from "./refresh-session.ts";
import { hasStoredSession, SESSION_KEY } from "./stored-session.ts";

// auth-js tries to renew an expired session for half a minute, also before it ends one. Nobody waits that long.
const MAX_SESSION_WAIT_MS = 3000;
const MAX_SIGN_OUT_WAIT_MS = 5000;

let auth: GoTrueClient | null = null;

/** The auth client; the first call starts the automatic refresh of the session. */
export async function getAuthClient(): Promise<GoTrueClient> {
  auth ??= new GoTrueClient({
    url: `${getSupabaseUrl()}/auth/v1`,
    // `Authorization` has a capital letter: auth-js replaces only this spelling with the user's token.
    headers: { apikey: getAnonKey(), Authorization: `Bearer ${getAnonKey()}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    // A link's session is opened by the page that expects it (features/identity/link), and never by the client:
    // with the option any page would exchange the visitor's session for whatever a URL contains.
    detectSessionInUrl: false,
    flowType: "pkce",
    fetch: fetchChecked,
  });
  return auth;
}

/**
 * The signed-in customer's session, null when there is none or the auth service has rejected it. While the service
 * cannot be reached it is the stored one, which may have expired. Never rejects.
 */
export async function getCurrentSession(): Promise<Session | null> {
  if (!navigator.onLine) return readStoredSession();
  const result = await waitAtMost(MAX_SESSION_WAIT_MS, (await getAuthClient()).getSession());
  return result?.data.session ?? readStoredSession();
}

/** Throws without a network when the session has to be renewed, which auth-js would try for half a minute. */
export function refuseRenewalOffline(): void {
  if (navigator.onLine) return;
  const stored = readStoredSession();
  if (stored && needsRenewal(stored))
    throw new AuthRetryableFetchError("The browser is offline", NO_RESPONSE);
}

/**
 * Ends the session of this browser, also when the auth service fails or does not answer in time. Resolves to why the
 * service may not have ended it too; null when it has. Never rejects.
 */
export async function signOut(): Promise<unknown> {
  try {
    const request = (await getAuthClient()).signOut({ scope: "local" });
    const result = await waitAtMost(MAX_SIGN_OUT_WAIT_MS, request);
    if (result) return result.error;
    forgetSession();
    return new Error("The auth service has not answered in time.");
  } catch (error) {
    return error;
  }
}

/**
 * Ends the session of this browser where the service has ended it already, as with an erased account. Does what auth-js
 * does last when it signs out: it removes the session and tells the clients of all tabs. This
 * depends on the messages that auth-js 2.119 sends (auth.client.test.ts checks it).
 */
export function forgetSession(): void {
  if (!hasStoredSession()) return;
  window.localStorage.removeItem(SESSION_KEY);
  const clients = new BroadcastChannel(SESSION_KEY);
  clients.postMessage({ event: "SIGNED_OUT", session: null });
  clients.close();
}

/** Null when the promise takes longer. */
async function waitAtMost<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Tries at once to renew an expired session, as when the network is back. After a failure auth-js answers from its
 * memory for a minute; this depends on the field in which auth-js 2.119 has it (auth.client.test.ts checks it).
 */
export async function renewSession(): Promise<void> {
  const client = await getAuthClient();
  Reflect.set(client, "lastRefreshFailure", null);
  await client.getSession();
}

/**
 * Whether a request can be sent again with another token: the response rejects its token, or it asks who the user is,
 * who has shown it meanwhile. It is here, and not in supabase.client.ts, because only a signed-in user needs it.
 */
export async function isRetryable(
  response: Response,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<boolean> {
  // The body of a stream or of a Request can be sent only once.
  if (input instanceof Request || init?.body instanceof ReadableStream) return false;
  const body = await response.clone().text();
  if (response.status === 400 && body.includes(RECENT_SIGN_IN_REQUIRED))
    return reauthenticate().catch(() => false);
  // A response to HEAD has no body; PostgREST's own 401 then means that the token is invalid.
  return isInvalidTokenError(body) || (body === "" && response.status === 401);
}

/** The access token to use instead of the rejected one; null when there is none. Never rejects. */
export async function replaceRejectedToken(token: string): Promise<string | null> {
  return replaceToken(await getAuthClient(), token);
}
