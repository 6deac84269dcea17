/** The history of an order for the staff, the newest first: what happened, when, by whom, and what spoke against it. */
import { Button } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { DeliveryPhoto } from "#app/features/admin/shared/images/delivery-photo.tsx";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import {
  getEventDetails,
  getEventLabel,
  getOpenConflict,
  isRecordedLate,
  type OrderEvent,
} from "./order-events.ts";

interface EventListProps {
  events: readonly OrderEvent[];
  /** The ids of those with a photo. */
  withPhoto: ReadonlySet<string>;
  /** When the order was placed, and by whom. */
  placed: { id: string; number: string; created_at: string; customer_name: string };
  /** Somebody has looked at a conflict. Absent for whoever may not say so. */
  onSettle: ((event: OrderEvent) => void) | undefined;
}

export function EventList({ events, withPhoto, placed, onSettle }: EventListProps) {
  return (
    <ol aria-label="Historique" className="grid gap-3 border-l-2 border-border-strong pl-3 text-sm">
      {events.map((event) => (
        <li key={event.id} className="grid gap-0.5">
          <span className="font-medium">{getEventLabel(event)}</span>
          {getEventDetails(event).map((line) => (
            <span key={line} className="wrap-anywhere whitespace-pre-line">
              {line}
            </span>
          ))}
          <span className="text-muted">
            <time dateTime={event.at}>{formatDateTime(event.at)}</time>
            {event.actor_name && ` par ${event.actor_name}`}
            {isRecordedLate(event) && `, reçu le ${formatDateTime(event.recorded_at)}`}
          </span>
          {withPhoto.has(event.id) && <DeliveryPhoto order={placed} eventId={event.id} />}
          <Conflict event={event} isOpen={getOpenConflict(event, events) !== null} onSettle={onSettle} />
        </li>
      ))}
      <li className="grid gap-0.5">
        <span className="font-medium">Commande passée</span>
        <span className="text-muted">
          <time dateTime={placed.created_at}>{formatDateTime(placed.created_at)}</time> par{" "}
          {placed.customer_name}
        </span>
      </li>
    </ol>
  );
}

interface ConflictProps extends Pick<EventListProps, "onSettle"> {
  event: OrderEvent;
  isOpen: boolean;
}

function Conflict({ event, isOpen, onSettle }: ConflictProps) {
  if (!event.conflict) return null;
  const text = <UnbrokenNumbers text={event.conflict} />;
  if (!isOpen) return <span className="text-muted">{text}&nbsp;: vérifié</span>;
  return (
    <Notice variant="warning">
      <span className="font-semibold">À vérifier&nbsp;: </span>
      {text}
      {onSettle && (
        <Button variant="outline" className="mt-2" onClick={() => onSettle(event)}>
          C'est vérifié
        </Button>
      )}
    </Notice>
  );
}
