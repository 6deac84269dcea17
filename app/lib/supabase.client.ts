/**
 * The browser's way to the backend's rows: postgrest-js, not the whole of supabase-js. The session's token comes from
 * auth.client.ts, which is loaded only where a session is stored.
 */
import { PostgrestClient } from "@supabase/postgrest-js";
import { authCode } from "./auth-code.ts";
import { anonKey, backendAddress } from "./backend.client.ts";
import type { Database } from "./database.types.ts";
import { hasStoredSession } from "./stored-session.ts";

export type Supabase = PostgrestClient<Database>;

let rest: Supabase | null = null;
let visitorRest: Supabase | null = null;

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
  const { authClient } = await authCode.get();
  const { data } = await (await authClient()).getSession();
  return data.session?.access_token ?? null;
}
