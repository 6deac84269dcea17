/** What happened to an order since it was placed, for its customer. Without a connection the rest is shown alone. */
import { useEffect, useState } from "react";
import { formatLongDate } from "#app/lib/format/dates.ts";
import type { Order } from "#app/lib/models/order.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listTimelineEvents, type TimelineEvent } from "./order.queries.ts";

const EVENT_LABELS = new Map([
  ["called", "Confirmée"],
  ["confirmed", "Confirmée"],
  ["prepared", "Préparée"],
  ["on_road", "En route"],
  ["delivered", "Livrée"],
  ["partly_delivered", "Livrée en partie"],
  ["refused", "Refusée à la livraison"],
  ["absent", "Livreur passé, personne à l'adresse"],
  ["returned", "Retour reçu"],
  ["changed", "Modifiée"],
  ["cancelled", "Annulée"],
  ["return_requested", "Retour demandé"],
  ["return_accepted", "Retour accepté"],
  ["return_refused", "Retour refusé"],
  ["refunded", "Remboursée"],
]);

export function OrderTimeline({ order: { id, created_at } }: { order: Order }) {
  const events = useTimelineEvents(id);
  return (
    <div>
      <p className="text-sm text-muted">Suivi</p>
      <ol aria-label="Suivi de la commande" className="grid gap-1">
        <TimelineItem label="Passée" at={created_at} />
        {events.map(({ kind, at }) => (
          <TimelineItem key={`${kind} ${at}`} label={EVENT_LABELS.get(kind) ?? kind} at={at} />
        ))}
      </ol>
    </div>
  );
}

function TimelineItem({ label, at }: { label: string; at: string }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="font-semibold">{label}</span>
      <time dateTime={at} className="text-sm text-muted">
        {formatLongDate(at)}
      </time>
    </li>
  );
}

/** The order is useful without its events: a failure is only logged. */
function useTimelineEvents(orderId: string): readonly TimelineEvent[] {
  const [events, setEvents] = useState<readonly TimelineEvent[]>([]);
  useEffect(() => {
    let isOutdated = false;
    listTimelineEvents(getSupabase(), orderId)
      .then((found) => !isOutdated && setEvents(found))
      .catch((error: unknown) => console.error(`orders: the events could not be loaded: ${error}`));
    return () => {
      isOutdated = true;
    };
  }, [orderId]);
  return events;
}
