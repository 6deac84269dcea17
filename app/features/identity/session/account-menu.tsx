/**
 * The account button of the header. Until the session is known it reads «Chargement...» and links to the
 * sign-in page, which redirects signed-in users. A customer's menu is part of the session module.
 */
import { Link } from "react-router";
import { PersonIcon } from "#app/components/ui/icons.tsx";
import { accountButtonClass, accountButtonWidthClass } from "./account-button-classes.ts";
import { sessionModule, useAuth } from "./auth-provider.tsx";

const SIGN_IN = "/login?returnUrl=/account";

export function AccountMenu() {
  const { status, user, signOut } = useAuth();
  const session = sessionModule.peek();
  if (session && status === "signed-in")
    return <session.SignedInMenu email={user?.email} signOut={signOut} />;
  return (
    <Link
      to={SIGN_IN}
      className={`needs-script ${accountButtonClass} ${accountButtonWidthClass}`}
      aria-busy={status === "loading"}
    >
      <PersonIcon size={22} className="shrink-0 max-sm:hidden" />
      {status === "loading" ? "Chargement..." : "Connexion"}
    </Link>
  );
}
