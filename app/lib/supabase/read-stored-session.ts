/**
 * The session as auth-js stored it in this browser. A session that has ended is removed from there, so one that
 * has expired and is still stored only waits for the auth service to be reached: the customer stays signed in
 * on the screen meanwhile.
 */
import type { Session } from "@supabase/auth-js";
import { SESSION_KEY } from "./stored-session.ts";

/** auth-js renews a session this long before it expires. */
const RENEWAL_MARGIN_MS = 90_000;

/** Null when there is none or when it cannot be read. */
export function readStoredSession(): Session | null {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(SESSION_KEY) ?? "null");
    return isSession(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether auth-js renews the session before it reports it. */
export function needsRenewal({ expires_at = 0 }: Session): boolean {
  return expires_at * 1000 - Date.now() < RENEWAL_MARGIN_MS;
}

function isSession(value: unknown): value is Session {
  if (typeof value !== "object" || value === null) return false;
  if (!("access_token" in value && "refresh_token" in value && "user" in value)) return false;
  const { access_token, user } = value;
  return typeof access_token === "string" && typeof user === "object" && user !== null && "id" in user;
}
