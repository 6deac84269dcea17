/** Helpers for the session tests: the header's account control, the stored session, and other tabs. */
import { SESSION_KEY } from "#app/lib/supabase/stored-session.ts";
import { screen } from "./screen.ts";

export const toDisplayName = ({ email }: { email: string }) => email.split("@")[0] ?? "";

/** Waits for the header's sign-in link, after the session is known. */
export const findSignInLink = () => screen.findByRole("link", { name: "Connexion", busy: false });

/** The header's button of the signed-in account. */
export const findAccountButton = (account: { email: string }) =>
  screen.findByRole("button", { name: toDisplayName(account) });

export const readStoredSession = () => localStorage.getItem(SESSION_KEY);

/** The URL of the open page, without its origin. */
export const getCurrentUrl = () => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};

/** A stored session with another expiry, in seconds from now. */
export function withExpiry(session: string, seconds: number): Record<string, string> {
  const expires_at = Math.floor(Date.now() / 1000) + seconds;
  return { [SESSION_KEY]: JSON.stringify({ ...JSON.parse(session), expires_at }) };
}

/** Posts a message as auth-js of another tab does. */
export function postFromAnotherTab(event: string, session: object | null): void {
  const channel = new BroadcastChannel(SESSION_KEY);
  channel.postMessage({ event, session });
  channel.close();
}
