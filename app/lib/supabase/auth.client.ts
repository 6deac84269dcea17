/**
 * The auth client of this browser: auth-js, separate from the PostgREST client (supabase.client.ts). A module
 * that imports this one bundles auth-js: the customers' pages import it and need no further round trip for
 * it, and public pages load it on demand, once a user is signed in or wants to sign in.
 */
import { GoTrueClient } from "@supabase/auth-js";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { isInvalidTokenError } from "./invalid-token.ts";
import { replaceToken } from "./refresh-session.ts";
import { SESSION_KEY } from "./stored-session.ts";

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
  });
  return auth;
}

/**
 * Whether the response rejects the token of a request that can be sent again. It is here, and not in
 * supabase.client.ts, because only a signed-in user needs it.
 */
export async function isRetryable(
  response: Response,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<boolean> {
  // The body of a stream or of a Request can be sent only once.
  if (input instanceof Request || init?.body instanceof ReadableStream) return false;
  const body = await response.clone().text();
  // A response to HEAD has no body; PostgREST's own 401 then means that the token is invalid.
  return isInvalidTokenError(body) || (body === "" && response.status === 401);
}

/** The access token to use instead of the rejected one; null when there is none. Never rejects. */
export async function replaceRejectedToken(token: string): Promise<string | null> {
  return replaceToken(await getAuthClient(), token);
}
