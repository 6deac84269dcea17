/**
 * Leaves a private page that this visitor cannot open before it is shown: a part of the inline script of private
 * pages. The page itself would do the same once its code is loaded, seconds after its form was shown.
 */
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";

/** In tab storage: the checkout was left, and the sign-in page is to say why. */
export const SIGN_IN_REQUIRED_KEY = "sign-in-required";

const CHECKOUT_PATH = "/checkout";

/** `cartCount` is the number of stored pieces, `hasOrdered` whether an order was placed in this tab. */
interface Purchase {
  cartCount: number;
  hasOrdered: boolean;
}

/** True when the browser leaves the page. */
export function leavePrivatePage(purchase: Purchase): boolean {
  const { pathname, search } = window.location;
  const hasSession = hasStoredSession();
  const path = findPathInstead(pathname, search, { hasSession, ...purchase });
  if (path === null) return false;
  if (pathname === CHECKOUT_PATH && !hasSession) writeTabStorage(SIGN_IN_REQUIRED_KEY, true);
  window.location.replace(path);
  return true;
}

/** The path that the browser opens instead of a private page; null for a page that stays. */
export function findPathInstead(
  pathname: string,
  search: string,
  { hasSession, cartCount, hasOrdered }: Purchase & { hasSession: boolean },
): string | null {
  const isCheckout = pathname === CHECKOUT_PATH;
  if (!hasSession) return getSignInPath(isCheckout ? pathname : pathname + search);
  if (!isCheckout || cartCount > 0) return null;
  // Whoever loads the checkout again while their order is answered is told of the order.
  return hasOrdered ? "/order-confirmation" : "/cart";
}
