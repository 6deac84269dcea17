/** What happened to an order since it was placed, for its customer. */
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

export function OrderTimeline({ order }: { order: Order }) {
  const events = useTimelineEvents(order);
  return (
    <div>
      <p className="text-sm text-muted">Suivi</p>
      <ol aria-label="Suivi de la commande" className="grid gap-1">
        <TimelineItem label="Passée" at={order.created_at} />
        {events?.map(({ kind, at }) => (
          <TimelineItem key={`${kind} ${at}`} label={EVENT_LABELS.get(kind) ?? kind} at={at} />
        ))}
      </ol>
      {events === null && <p className="text-sm text-muted">La suite n'a pas pu être chargée.</p>}
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

/** Null when they could not be loaded: the order is useful without them. They are loaded again with the order. */
function useTimelineEvents(order: Order): readonly TimelineEvent[] | null {
  const [events, setEvents] = useState<readonly TimelineEvent[] | null>([]);
  useEffect(() => {
    let isOutdated = false;
    listTimelineEvents(getSupabase(), order.id)
      .then((found) => !isOutdated && setEvents(found))
      .catch((error: unknown) => {
        console.error(`orders: the events could not be loaded: ${error}`);
        if (!isOutdated) setEvents(null);
      });
    return () => {
      isOutdated = true;
    };
  }, [order]);
  return events;
}
