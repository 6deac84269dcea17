/** The security events, newest first: sign-ins, refusals, second factors and changes of rights. */
import { useState } from "react";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { LoadError } from "#app/components/admin/load-error.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { getActionLabel, getEventCount } from "./security-event-labels.ts";
import { EVENTS_PAGE_SIZE, listSecurityEvents, type SecurityEvent } from "./security-events.queries.ts";

const columns: Column<SecurityEvent>[] = [
  {
    label: "Événement",
    isRowHeader: true,
    render: ({ action, traits }) => (
      <>
        {getActionLabel(action)}
        {getEventCount(traits) > 1 && (
          <span className="font-normal text-muted md:hidden"> {getEventCount(traits)} fois</span>
        )}
      </>
    ),
  },
  {
    label: "Compte",
    cardPosition: "second",
    render: ({ username }) => <span className="[overflow-wrap:anywhere]">{username || "Inconnu"}</span>,
  },
  {
    label: "Adresse IP",
    cardPosition: "second-end",
    render: ({ ip_address }) => (
      <span className="[overflow-wrap:anywhere] max-md:text-xs max-md:text-muted">{ip_address || "–"}</span>
    ),
  },
  { label: "Fois", numeric: true, cardPosition: "hidden", render: ({ traits }) => getEventCount(traits) },
  {
    label: "Date",
    cardPosition: "first-end",
    render: ({ created_at }) => (
      <span className="whitespace-nowrap max-md:text-xs max-md:text-muted">{formatDateTime(created_at)}</span>
    ),
  },
];

interface SecurityEventsPanelProps {
  /** The first page. */
  events: Result<SecurityEvent[]>;
  retrying: boolean;
  onRetry(): void;
}

export function SecurityEventsPanel({ events, retrying, onRetry }: SecurityEventsPanelProps) {
  return (
    <Panel title="Événements de sécurité">
      {events.ok ? (
        // A reload of the first page discards the older ones.
        <EventList key={events.value[0]?.id} firstPage={events.value} />
      ) : (
        <div className="p-4">
          <LoadError message="Impossible de charger les événements" busy={retrying} onRetry={onRetry} />
        </div>
      )}
    </Panel>
  );
}

function EventList({ firstPage }: { firstPage: readonly SecurityEvent[] }) {
  const [older, setOlder] = useState<readonly SecurityEvent[]>([]);
  const [hasMore, setHasMore] = useState(firstPage.length === EVENTS_PAGE_SIZE);
  const [busy, setBusy] = useState(false);
  const events = [...firstPage, ...older];

  async function loadMore() {
    setBusy(true);
    try {
      const page = await listSecurityEvents(getSupabase(), events.at(-1));
      setOlder([...older, ...page]);
      setHasMore(page.length === EVENTS_PAGE_SIZE);
    } catch (error) {
      console.error("admin: the security events", error);
      toastError(toUserMessage(error));
    }
    setBusy(false);
  }

  if (events.length === 0) {
    return <p className="p-8 text-center text-sm text-muted">Aucun événement pour le moment.</p>;
  }
  return (
    <>
      <div className="overflow-x-auto">
        <DataTable
          caption="Les événements de sécurité"
          columns={columns}
          rows={events}
          getRowKey={({ id }) => id}
        />
      </div>
      {hasMore && (
        <div className="grid justify-items-center p-4">
          <LoadMore busy={busy} onLoadMore={() => void loadMore()} label="Voir les plus anciens" />
        </div>
      )}
    </>
  );
}
