/**
 * The account control of the header. Until the session is known it reads «Chargement...», and already leads to
 * the sign-in page, which sends on whoever is signed in. A customer's menu comes with the code of the session.
 */
import { Link } from "react-router";
import { PersonIcon } from "../../components/ui/icons.tsx";
import { control, width } from "./account-control.ts";
import { sessionCode, useAuth } from "./auth-provider.tsx";

const SIGN_IN = "/login?returnUrl=/account";

export function AccountMenu() {
  const { status, user, signOut } = useAuth();
  const session = sessionCode.here();
  if (session && status === "signed-in")
    return <session.SignedInMenu email={user?.email} signOut={signOut} />;
  return (
    <Link to={SIGN_IN} className={`needs-script ${control} ${width}`} aria-busy={status === "loading"}>
      <PersonIcon size={22} className="shrink-0 max-sm:hidden" />
      {status === "loading" ? "Chargement..." : "Connexion"}
    </Link>
  );
}
