/**
 * On a private page, while the session has expired and the auth service cannot be reached: says what the page
 * waits for. As soon as the session is renewed, or rejected, the page is loaded again.
 */
import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { Notice } from "#app/components/ui/notice.tsx";
import { useAuth } from "./auth-provider.tsx";

export function RenewalNotice() {
  const { isRenewalPending } = useAuth();
  const { revalidate } = useRevalidator();
  const wasPending = useRef(false);

  useEffect(() => {
    if (wasPending.current && !isRenewalPending) void revalidate();
    wasPending.current = isRenewalPending;
  }, [isRenewalPending, revalidate]);

  if (!isRenewalPending) return null;
  return (
    <Notice variant="warning" role="status">
      Vous restez connecté. La boutique n'a pas encore pu renouveler votre session&nbsp;: nous réessayons dès
      que la connexion revient. Ce que vous saisissez est gardé.
    </Notice>
  );
}
