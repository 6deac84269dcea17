/**
 * The auth client of this browser: auth-js, separate from the PostgREST client (supabase.client.ts). A module
 * that imports this one bundles auth-js: the customers' pages import it and need no further round trip for
 * it, and public pages load it on demand, once a user is signed in or wants to sign in.
 */
import { GoTrueClient } from "@supabase/auth-js";
import { getAnonKey, getSupabaseUrl } from "./config.client.ts";
import { SESSION_KEY } from "./stored-session.ts";

let auth: GoTrueClient | null = null;

/** The auth client; the first call starts the automatic refresh of the session. */
export async function getAuthClient(): Promise<GoTrueClient> {
  auth ??= new GoTrueClient({
    url: `${getSupabaseUrl()}/auth/v1`,
    // Spelled with a capital letter: auth-js replaces only this spelling with the user's token.
    headers: { apikey: getAnonKey(), Authorization: `Bearer ${getAnonKey()}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  return auth;
}
