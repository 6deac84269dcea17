/** The guard of private pages: redirects to the sign-in page, which returns to the page afterwards. */
import { replace } from "react-router";
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { getCurrentSession } from "#app/lib/supabase/auth.client.ts";
import { lacksSecondFactor } from "#app/lib/supabase/second-factor.ts";

/** The signed-in user, as the private pages need it. */
export interface Account {
  id: string;
  /** Empty for an account without an e-mail. */
  email: string;
}

/**
 * The signed-in account, for a clientLoader. Throws the redirect to the sign-in page without a session, also
 * when the stored session is no longer valid or has not presented its second factor.
 */
export async function requireUser(request: Request): Promise<Account> {
  const account = await findAccount();
  if (account) return account;
  const { pathname, search } = new URL(request.url);
  throw replace(getSignInPath(pathname + search));
}

/** The signed-in account, also while its session cannot be renewed because the network fails; else null. */
export async function findAccount(): Promise<Account | null> {
  const session = await getCurrentSession();
  if (!session || lacksSecondFactor(session)) return null;
  const { id, email = "" } = session.user;
  return { id, email };
}
