/** What the tests of the session share: the header's account control, what the browser stores, and other tabs. */
import { SESSION_KEY } from "../../../app/lib/stored-session.ts";
import { screen, within } from "./screen.ts";

export const nameOf = ({ email }: { email: string }) => email.split("@")[0] ?? "";

/** The shop's header, of the page that is open. */
export const header = () => within(screen.getByRole("banner"));

/** The header says that nobody is signed in, and is sure of it. */
export const findVisitor = () => screen.findByRole("link", { name: "Connexion", busy: false });

/** The header's button of the account that is signed in. */
export const findAccountButton = (account: { email: string }) =>
  screen.findByRole("button", { name: nameOf(account) });

export const storedSession = () => localStorage.getItem(SESSION_KEY);

/** The address of the page that is open, with its query and its fragment. */
export const address = () => {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
};

/** A stored session with another end, in seconds from now. */
export function endingIn(session: string, seconds: number): Record<string, string> {
  const expires_at = Math.floor(Date.now() / 1000) + seconds;
  return { [SESSION_KEY]: JSON.stringify({ ...JSON.parse(session), expires_at }) };
}

/** What auth-js of another tab tells this one. */
export function tellFromAnotherTab(event: string, session: object | null): void {
  const channel = new BroadcastChannel(SESSION_KEY);
  channel.postMessage({ event, session });
  channel.close();
}
