/** The door of the private pages: whoever is not signed in is led to the sign-in page and from there back. */
import { replace } from "react-router";
import { authClient } from "../../lib/auth.client.ts";

export interface Account {
  id: string;
  /** Empty for an account without one. */
  email: string;
}

/** Where to sign in before this page; `page` is its path with query. */
export function signInFirst(page: string): string {
  return `/login?returnUrl=${encodeURIComponent(page).replaceAll("%2F", "/")}`;
}

/**
 * Who is signed in, for a clientLoader. Throws the redirect to the sign-in page for nobody, also when the session
 * turned out to be of no more use, and an error when the network could not say.
 */
export async function requireUser(request: Request): Promise<Account> {
  const client = await authClient();
  const { data, error } = await client.getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  if (!data.session) {
    const { pathname, search } = new URL(request.url);
    throw replace(signInFirst(pathname + search));
  }
  const { id, email = "" } = data.session.user;
  return { id, email };
}
