/**
 * The browser's way to the backend: postgrest-js for rows and auth-js for the session, not the whole of
 * supabase-js, and auth-js only once somebody is or wants to be signed in. Loaded by private pages and, where a
 * session is stored, after a public page has been drawn.
 */
import type { GoTrueClient } from "@supabase/auth-js";
import { PostgrestClient } from "@supabase/postgrest-js";
import { anonKey, backendAddress } from "./backend.client.ts";
import type { Database } from "./database.types.ts";
import { hasStoredSession, SESSION_KEY } from "./stored-session.ts";

export type Supabase = PostgrestClient<Database>;

let rest: Supabase | null = null;
let visitorRest: Supabase | null = null;
let auth: Promise<GoTrueClient> | null = null;

/** Rows, as the signed-in user or as a visitor: each request takes the token that is valid when it leaves. */
export function supabase(): Supabase {
  rest ??= new PostgrestClient<Database>(`${backendAddress()}/rest/v1`, {
    headers: { apikey: anonKey() },
    fetch: fetchAsUser,
  });
  return rest;
}

/** Rows as a visitor, whoever is signed in: for what a device or the holder of a link may do. */
export function supabaseAsVisitor(): Supabase {
  visitorRest ??= new PostgrestClient<Database>(`${backendAddress()}/rest/v1`, {
    headers: { apikey: anonKey(), authorization: `Bearer ${anonKey()}` },
  });
  return visitorRest;
}

/** The session's client; the first call loads it and begins to keep the session fresh. */
export function authClient(): Promise<GoTrueClient> {
  auth ??= import("@supabase/auth-js").then(
    ({ GoTrueClient }) =>
      new GoTrueClient({
        url: `${backendAddress()}/auth/v1`,
        // With this capital letter, as auth-js puts the user's token in its place: it does not look for another.
        headers: { apikey: anonKey(), Authorization: `Bearer ${anonKey()}` },
        storageKey: SESSION_KEY,
        autoRefreshToken: true,
        persistSession: true,
        detectSessionInUrl: true,
      }),
    (error: unknown) => {
      auth = null;
      throw error;
    },
  );
  return auth;
}

/** Calls one of the backend's functions as the public; `body` goes as JSON. */
export function callFunction(name: string, body: object): Promise<Response> {
  return fetch(`${backendAddress()}/functions/v1/${name}`, {
    method: "POST",
    headers: { apikey: anonKey(), authorization: `Bearer ${anonKey()}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });
}

/** Each request takes the token that is valid when it leaves. */
export async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const headers = new Headers(init?.headers);
  headers.set("authorization", `Bearer ${(await accessToken()) ?? anonKey()}`);
  return fetch(input, { ...init, headers });
}

/** The token of whoever is signed in, renewed where it is about to end; null for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (!hasStoredSession()) return null;
  const { data } = await (await authClient()).getSession();
  return data.session?.access_token ?? null;
}
