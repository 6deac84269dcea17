/**
 * Around a page that belongs to one customer: it goes from the screen as soon as the session has ended, here or in
 * another tab, and comes anew when somebody else has signed in.
 */
import { type ReactNode, useEffect } from "react";
import { Link, useLocation, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useAuth } from "./auth-provider.tsx";
import { type Account, signInFirst } from "./require-user.ts";

export function ForAccount({ account, children }: { account: Account; children: ReactNode }) {
  const { status, user } = useAuth();
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const isSomebodyElse = user !== null && user.id !== account.id;

  useEffect(() => {
    if (isSomebodyElse) void revalidate();
  }, [isSomebodyElse, revalidate]);

  if (status !== "anonymous") return isSomebodyElse ? null : children;
  return (
    <EmptyState
      picture="not-found"
      title="Vous n'êtes plus connecté"
      hint="Votre session est terminée. Reconnectez-vous pour retrouver votre compte."
    >
      <Link to={signInFirst(pathname + search)} className="btn btn-primary">
        Se connecter
      </Link>
    </EmptyState>
  );
}
