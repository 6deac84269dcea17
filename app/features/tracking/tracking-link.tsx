/**
 * The link to the page of an order, which needs no account and can change the day or cancel. Its token is asked for
 * after the page.
 */
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { getTrackingPath } from "#app/lib/models/tracking-path.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";

export function TrackingLink({ orderId, label }: { orderId: string; label: string }) {
  const [token, setToken] = useState<string | null>(null);

  useEffect(() => {
    if (!hasStoredSession()) return;
    let isCurrent = true;
    const load = async () => {
      const { loadTrackingToken } = await import("./load-tracking-token.ts");
      // Whoever has left the page may have signed out, too.
      const found = isCurrent ? await loadTrackingToken(orderId) : null;
      if (isCurrent) setToken(found);
    };
    load().catch((error: unknown) => {
      if (isCurrent) console.error("tracking: the link of the order", error);
    });
    return () => {
      isCurrent = false;
    };
  }, [orderId]);

  // Its place stays free until the link is known.
  return (
    <p className="min-h-11 sm:col-span-2">
      {token && (
        <Link to={getTrackingPath(token)} className="link inline-flex min-h-11 items-center">
          {label}
        </Link>
      )}
    </p>
  );
}
