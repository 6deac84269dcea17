/**
 * The key under which auth-js stores the session of this browser. Separate from the client, so that every
 * page can check for a session without loading auth-js.
 */
import { isStored } from "#app/lib/storage/is-stored.ts";

export const SESSION_KEY = "sb-yaare-auth-token";

/** Whether this browser has a stored session; it may have expired. */
export function hasStoredSession(): boolean {
  return isStored(SESSION_KEY);
}

/**
 * Whether the URL contains a session: links in confirmation and recovery mails have one in their fragment.
 */
export function hasSessionInUrl(): boolean {
  return /[#&](access_token|error_description)=/.test(window.location.hash);
}
