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

/** The pages that read the fragment of a mail's link, and remove it themselves. */
const LINK_PAGES: readonly string[] = ["/reset-password"];

/**
 * Removes a session, and the hash of a mail's link, from the URL of a page that expects none: they are ignored,
 * and would stay in the history, in bookmarks and in copied links.
 */
export function removeSessionFromUrl(): void {
  const { pathname, search, hash } = window.location;
  if (
    LINK_PAGES.includes(pathname) ||
    !/[#&]((access|refresh|provider)_token|token_hash|error_code)=/.test(hash)
  )
    return;
  window.history.replaceState(window.history.state, "", pathname + search);
}
