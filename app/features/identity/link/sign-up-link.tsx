/**
 * The return from the link that confirms a new account. The service has confirmed the address already. In the
 * browser that requested the mail the link signs in too, unless somebody is signed in; in another one the person
 * signs in with the password.
 */
import { useEffect, useRef, useState } from "react";
import { Notice } from "#app/components/ui/notice.tsx";
import { useAuth } from "#app/features/identity/session/auth-provider.tsx";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { type AuthLink, takeAuthLink } from "./auth-link.ts";
import { openByCode } from "./link-session.ts";

export function SignUpLink() {
  const { connect } = useAuth();
  const [isExpired, setIsExpired] = useState<boolean | null>(null);
  const isTaken = useRef(false);

  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const link = takeAuthLink();
    void signInByLink(link).then(async (isSignedIn) => {
      if (isSignedIn) await connect();
      else setIsExpired(link.kind === "expired");
    });
  }, [connect]);

  if (isExpired === null) return null;
  return isExpired ? (
    <Notice variant="warning" role="alert">
      Ce lien n'est plus valable&nbsp;: il a déjà servi, ou il est trop ancien. Si votre adresse est
      confirmée, connectez-vous.
    </Notice>
  ) : (
    <Notice variant="info" role="status">
      Votre adresse est confirmée. Connectez-vous.
    </Notice>
  );
}

/** Whether the link's session has been stored. Never rejects. */
async function signInByLink(link: AuthLink): Promise<boolean> {
  if (link.kind !== "link" || !link.code) return false;
  try {
    const { data } = await (await getAuthClient()).getSession();
    if (data.session) return false;
    const result = await openByCode(link.code);
    if (result.kind !== "opened") return false;
    await result.session.adopt();
    return true;
  } catch (error) {
    console.error("identity: the link could not sign in", error);
    return false;
  }
}
