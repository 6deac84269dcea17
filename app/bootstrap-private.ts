/**
 * A second inline script in the head of the private pages, after the bootstrap script: whoever cannot open the page
 * leaves it at once, and for the customer it requests what the page reads first while the application is being loaded.
 */

import { readStoredCart } from "./features/cart/pressed-product.ts";
import { getProfilePath } from "./features/identity/profile/profile-path.ts";
import { hasConfirmation } from "./features/orders/confirmation.ts";
import { getOrdersPath } from "./features/orders/orders-path.ts";
import { requestEarly } from "./lib/bootstrap/early-requests.ts";
import { leavePrivatePage } from "./lib/bootstrap/leave-private-page.ts";
import { countArticles } from "./lib/format/articles.ts";
import { needsRenewal, readStoredSession } from "./lib/supabase/read-stored-session.ts";

const purchase = { cartCount: countArticles(readStoredCart()), hasOrdered: hasConfirmation() };
if (!leavePrivatePage(purchase)) requestPrivateData();

/** Requests what the checkout and the account read first, unless the session must be renewed before. */
function requestPrivateData(): void {
  const { pathname, search } = window.location;
  const session = readStoredSession();
  if (!/^\/(checkout|account)$/.test(pathname) || !session || needsRenewal(session)) return;
  const { id, email = "" } = session.user;
  const showsOrders = pathname === "/account" && new URLSearchParams(search).get("tab") === "commandes";
  requestEarly(session.access_token, [getProfilePath(id), ...(showsOrders ? [getOrdersPath(email)] : [])]);
}
