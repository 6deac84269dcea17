/**
 * Guards a page that belongs to one customer: it is hidden as soon as the session ends, here or in another
 * tab, and reloaded when another user signs in. The page of an account that is not known yet, as in the server's
 * HTML, shows nothing of it.
 */

import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { getSignInPath } from "#app/lib/pages/sign-in-path.ts";
import { useAuth } from "./auth-provider.tsx";
import { RenewalNotice } from "./renewal-notice.tsx";
import type { Account } from "./require-user.ts";

export function AccountGuard({ account, children }: { account: Account | null; children: ReactNode }) {
  const { status, user } = useAuth();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const isOtherUser = account !== null && user !== null && user.id !== account.id;

  useEffect(() => {
    if (isOtherUser) void revalidate();
  }, [isOtherUser, revalidate]);

  if (account === null || (status !== "anonymous" && status !== "code-required"))
    return isOtherUser ? null : (
      <>
        <RenewalNotice />
        {children}
      </>
    );
  return (
    <div role="alert" tabIndex={-1} ref={takeLostFocus} className="outline-none">
      <EmptyState
        image="not-found"
        title="Vous n'êtes plus connecté"
        hint="Votre session est terminée. Reconnectez-vous pour retrouver votre compte."
      >
        <Link to={getSignInPath(pathname + search)} className={buttonClass("primary")}>
          Se connecter
        </Link>
      </EmptyState>
    </div>
  );
}

/** The page that had the focus is gone. */
function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
