/**
 * Refreshes the session when the backend rejects its token: with a wrong clock on this device an expired
 * token can look valid.
 */
import type { GoTrueClient } from "@supabase/auth-js";

type SessionClient = Pick<GoTrueClient, "getSession" | "refreshSession" | "signOut">;

/** The running refresh, which all requests that were rejected meanwhile share. */
let refreshing: Promise<string | null> | null = null;

/**
 * The access token to send a request again with; null when there is none, because the session has ended or
 * the auth service is unreachable. A session that is no longer valid is removed from this browser. Never
 * rejects.
 */
export async function replaceToken(client: SessionClient, rejectedToken: string): Promise<string | null> {
  const { data } = await client.getSession();
  const token = data.session?.access_token ?? null;
  // Another request has refreshed the session since this one was sent.
  if (token !== rejectedToken) return token;
  refreshing ??= refreshSession(client).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function refreshSession(client: SessionClient): Promise<string | null> {
  const { data, error } = await client.refreshSession();
  if (error && error.name !== "AuthRetryableFetchError") await client.signOut({ scope: "local" });
  return data.session?.access_token ?? null;
}
