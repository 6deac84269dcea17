/**
 * Guards a page that belongs to one customer: it is hidden as soon as the session ends, here or in another
 * tab, and reloaded when another user signs in.
 */

import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useAuth } from "./auth-provider.tsx";
import { type Account, getSignInPath } from "./require-user.ts";

export function AccountGuard({ account, children }: { account: Account; children: ReactNode }) {
  const { status, user } = useAuth();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const isOtherUser = user !== null && user.id !== account.id;

  useEffect(() => {
    if (isOtherUser) void revalidate();
  }, [isOtherUser, revalidate]);

  if (status !== "anonymous" && status !== "code-required") return isOtherUser ? null : children;
  return (
    <EmptyState
      image="not-found"
      title="Vous n'êtes plus connecté"
      hint="Votre session est terminée. Reconnectez-vous pour retrouver votre compte."
    >
      <Link to={getSignInPath(pathname + search)} className={buttonClass("primary")}>
        Se connecter
      </Link>
    </EmptyState>
  );
}
