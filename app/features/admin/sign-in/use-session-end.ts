/**
 * Follows the session of the open admin area: reports what the administrator does to the server, which ends a
 * session that is idle for too long or too old, and learns when it has.
 */
import { useEffect, useState } from "react";
import type { AdminAccess } from "#app/features/admin/shared/administrator.queries.ts";
import { getCurrentAccess, recordActivity } from "#app/features/admin/shared/administrator.ts";
import { isSessionEnd, type SessionEnd } from "./session-end-reasons.ts";

/** How often an unattended screen checks its session. */
const CHECK_INTERVAL_MS = 5 * 60_000;

/** Why the session is over, null while it is not; and the function to call after a new sign-in. */
export function useSessionEnd(): [end: SessionEnd | null, resume: () => void] {
  const [end, setEnd] = useState<SessionEnd | null>(null);

  useEffect(() => {
    if (end) return;
    // A failed request says nothing about the session.
    const follow = (request: Promise<AdminAccess | null>) =>
      request.then((access) => isSessionEnd(access) && setEnd(access)).catch(() => {});
    const onInput = () => void follow(recordActivity());
    const check = () => {
      if (document.visibilityState === "visible") void follow(getCurrentAccess());
    };
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    document.addEventListener("visibilitychange", check);
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, onInput, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
      for (const type of ["pointerdown", "keydown"]) window.removeEventListener(type, onInput);
    };
  }, [end]);

  return [end, () => setEnd(null)];
}
