/**
 * Where auth-js keeps the session of this browser. Apart from the client itself, so that every page can tell
 * whether there is anyone to ask about without loading auth-js.
 */
import { isStored } from "./is-stored.ts";

export const SESSION_KEY = "sb-yaare-auth-token";

/** Whether this browser has signed in and not out again; the session may have expired since. */
export function hasStoredSession(): boolean {
  return isStored(SESSION_KEY);
}

/** Whether the address carries a session: links in confirmation and recovery mails bring one in their fragment. */
export function hasSessionInAddress(): boolean {
  return /[#&](access_token|error_description)=/.test(window.location.hash);
}
