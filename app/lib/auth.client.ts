/**
 * The session of this browser: auth-js, apart from the way to rows (supabase.client.ts). Who imports this module brings
 * auth-js along, so the pages of a customer import it and have it with their own code, not a round trip later; public
 * pages load it on demand, once somebody is or wants to be signed in.
 */
import { GoTrueClient } from "@supabase/auth-js";
import { anonKey, backendAddress } from "./backend.client.ts";
import { SESSION_KEY } from "./stored-session.ts";

let auth: GoTrueClient | null = null;

/** The session's client; the first call begins to keep the session fresh. */
export async function authClient(): Promise<GoTrueClient> {
  auth ??= new GoTrueClient({
    url: `${backendAddress()}/auth/v1`,
    // With this capital letter, as auth-js puts the user's token in its place: it does not look for another.
    headers: { apikey: anonKey(), Authorization: `Bearer ${anonKey()}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  return auth;
}
