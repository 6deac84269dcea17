/** The guard of private pages: redirects to the sign-in page, which returns to the page afterwards. */
import { replace } from "react-router";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { lacksSecondFactor } from "#app/lib/supabase/second-factor.ts";

/** The signed-in user, as the private pages need it. */
export interface Account {
  id: string;
  /** Empty for an account without an e-mail. */
  email: string;
}

/** The sign-in path that returns to this page; `page` is its path with query. */
export function getSignInPath(page: string): string {
  return `/login?returnUrl=${encodeURIComponent(page).replaceAll("%2F", "/")}`;
}

/**
 * The signed-in account, for a clientLoader. Throws the redirect to the sign-in page without a session, also
 * when the stored session is no longer valid or has not presented its second factor, and an error when the network
 * failed.
 */
export async function requireUser(request: Request): Promise<Account> {
  const client = await getAuthClient();
  const { data, error } = await client.getSession();
  if (error?.name === "AuthRetryableFetchError") throw error;
  if (!data.session || lacksSecondFactor(data.session)) {
    const { pathname, search } = new URL(request.url);
    throw replace(getSignInPath(pathname + search));
  }
  const { id, email = "" } = data.session.user;
  return { id, email };
}
