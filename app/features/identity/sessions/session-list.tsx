/** The devices on which the account is signed in, each of which can be signed out. */
import { useRef, useState } from "react";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { toast, toastError } from "#app/components/ui/toast/toast.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { endOtherSessions, endSession } from "./sessions.mutations.ts";
import type { AccountSession } from "./sessions.queries.ts";

interface SessionListProps {
  sessions: readonly AccountSession[];
  /** Reads the list again. */
  onChanged(): Promise<void> | void;
}

export function SessionList({ sessions, onChanged }: SessionListProps) {
  /** What is being ended: the id of a session, or all others. */
  const [ending, setEnding] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = sessions.filter(({ is_current }) => !is_current);

  async function end(what: string, action: () => Promise<void>, done: string) {
    setEnding(what);
    try {
      await action();
      toast({ title: done });
      await onChanged();
      // The pressed button goes with its row.
      heading.current?.focus();
    } catch (error) {
      console.error("identity: the session could not be ended", error);
      toastError("La connexion n'a pas pu être fermée. Veuillez réessayer.");
    }
    setEnding(null);
  }

  return (
    <section aria-labelledby="sessions" className="card grid gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} id="sessions" className="text-xl outline-none">
          Appareils connectés
        </h2>
        {others.length > 0 && (
          <BusyButton
            variant="outline"
            busy={ending === "others"}
            onClick={() =>
              void end(
                "others",
                () => endOtherSessions(getSupabase()),
                "Les autres appareils sont déconnectés",
              )
            }
          >
            Fermer les autres
          </BusyButton>
        )}
      </div>
      <ul className="grid divide-y divide-border">
        {sessions.map(({ id, is_current, seen_at, device, network }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {device}
                {is_current && <span className="font-normal text-muted"> (cet appareil)</span>}
              </p>
              <p className="text-sm text-muted [overflow-wrap:anywhere]">
                Vu le {formatDateTime(seen_at)}
                {network && `, réseau ${network}`}
              </p>
            </div>
            {!is_current && (
              <BusyButton
                variant="outline"
                busy={ending === id}
                aria-label={`Fermer : ${device}, vu le ${formatDateTime(seen_at)}`}
                onClick={() => void end(id, () => endSession(getSupabase(), id), "Appareil déconnecté")}
              >
                Fermer
              </BusyButton>
            )}
          </li>
        ))}
      </ul>
      {others.length === 0 && <p className="text-sm text-muted">Aucun autre appareil n'est connecté.</p>}
    </section>
  );
}
