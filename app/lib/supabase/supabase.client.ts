/**
 * The browser's PostgREST client: postgrest-js, not all of supabase-js. The access token comes from
 * auth.client.ts, which is loaded only when a session is stored.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { takeEarlyResponse } from "#app/lib/bootstrap/early-requests.ts";
import { authModule } from "./auth-module.ts";
import { checkResponse, createErrorResponse, fetchChecked, fetchInTime } from "./check-response.ts";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import type { Database } from "./database.types.ts";
import { toPlainSearch } from "./plain-search.ts";
import { needsRenewal, readStoredSession } from "./read-stored-session.ts";
import { hasStoredSession } from "./stored-session.ts";

/** The client for the database: rows and RPCs, without auth, storage and realtime. */
export type Supabase = PostgrestClient<Database>;

let userClient: Supabase | null = null;
let anonClient: Supabase | null = null;

/**
 * The client as the signed-in user or as a visitor: each request has the token that is valid when it is sent.
 */
export function getSupabase(): Supabase {
  userClient ??= new PostgrestClient<Database>(`${getSupabaseUrl()}/rest/v1`, {
    headers: { apikey: getAnonKey() },
    fetch: fetchAsUser,
  });
  return userClient;
}

/**
 * The client as a visitor, even if a user is signed in: for the rights of a device or of the holder of a
 * link.
 */
export function getAnonSupabase(): Supabase {
  anonClient ??= new PostgrestClient<Database>(`${getSupabaseUrl()}/rest/v1`, {
    headers: { apikey: getAnonKey(), authorization: `Bearer ${getAnonKey()}` },
    fetch: fetchChecked,
  });
  return anonClient;
}

/** Calls an edge function as a visitor; `body` is sent as JSON. */
export function invokeFunction(name: string, body: object): Promise<Response> {
  return fetch(`${getSupabaseUrl()}/functions/v1/${name}`, {
    method: "POST",
    headers: {
      apikey: getAnonKey(),
      authorization: `Bearer ${getAnonKey()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
    keepalive: true,
  });
}

/** `fetch` as the signed-in user or as a visitor. */
export async function fetchAsUser(request: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const input = typeof request === "string" ? toPlainSearch(request) : request;
  const response = await sendAsUser(
    async (token) => {
      const headers = new Headers(init?.headers);
      headers.set("authorization", `Bearer ${token ?? getAnonKey()}`);
      return (await takeEarlyResponse(input, init, token)) ?? fetchInTime(input, { ...init, headers });
    },
    async (response) => !response.ok && (await authModule.get()).isRetryable(response, input, init),
  ).catch(toResponseOfAuth);
  return checkResponse(response, init);
}

/**
 * When the auth service failed to refresh the session: its status is that of the request. postgrest-js would send a
 * request that throws again and again, for seven seconds. Throws any other error.
 */
function toResponseOfAuth(error: unknown): Response {
  const status: unknown = error instanceof Error && "status" in error ? error.status : null;
  if (typeof status !== "number") throw error;
  return createErrorResponse(status);
}

/**
 * Sends a request with the token that is valid when it is sent, null for a visitor, and once more with a new
 * token when the first one was rejected, if `isRetryable`. Without a new token the rejection is the result.
 */
export async function sendAsUser<Outcome>(
  send: (token: string | null) => Promise<Outcome>,
  isRetryable: (response: Outcome) => Promise<boolean> | boolean,
): Promise<Outcome> {
  const token = await getAccessToken();
  const response = await send(token);
  if (token === null || !(await isRetryable(response))) return response;
  const newToken = await (await authModule.get()).replaceRejectedToken(token);
  return newToken === null ? response : send(newToken);
}

/**
 * The signed-in user's token, refreshed when it is about to expire; null for a visitor. Rejects when the session
 * cannot be refreshed because the auth service cannot be reached: the request must not be sent as a visitor's.
 */
export async function getAccessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  // A page that has not loaded the auth client needs it only to renew the session.
  const stored = authModule.peek() ? null : readStoredSession();
  if (stored && !needsRenewal(stored)) return stored.access_token;
  const { getAuthClient, refuseRenewalOffline } = await authModule.get();
  refuseRenewalOffline();
  const { data, error } = await (await getAuthClient()).getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  return data.session?.access_token ?? null;
}
