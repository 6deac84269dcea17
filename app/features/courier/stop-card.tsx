/** A stop of a run: whom to call, where to go, what to take, and the buttons for what came of it. */
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { PhoneIcon, PinIcon } from "#app/components/ui/icons.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { formatQuantity, isSoldByUnit } from "#app/lib/format/units.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import { HALF_DAY_LABELS } from "#app/lib/models/delivery-days.ts";
import type { CourierStop, OutcomeKind } from "./courier-run.ts";
import { OUTCOME_LABELS, type StopState } from "./outcome-texts.ts";

interface OpenStopProps {
  stop: CourierStop;
  /** Its place in the run, from 1. */
  place: number;
  shopName: string;
  onTell(kind: OutcomeKind): void;
}

export function OpenStop({ stop, place, shopName, onTell }: OpenStopProps) {
  const { number, customerName, shownPhone, phone, address, notes, halfDay, dueAmount, lines } = stop;
  const { paidAmount, paidReferences } = stop;
  const greeting = `Bonjour, je suis le livreur de ${shopName}. J'apporte votre commande ${number}.`;
  return (
    <article aria-labelledby={number} className="card grid gap-3 p-4">
      <header className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-foreground font-bold text-white tabular-nums">
          <span className="sr-only">Arrêt </span>
          {place}
        </span>
        <div className="min-w-0 grow">
          <h3 id={number} className="text-lg leading-tight wrap-anywhere">
            {customerName}
          </h3>
          <div className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
            <p>
              <span className="whitespace-nowrap">{number}</span>
              {halfDay && ` · ${HALF_DAY_LABELS[halfDay]}`}
            </p>
            <p className="ml-auto text-right">
              <span className="block text-xs">À encaisser</span>
              <span className="text-lg font-bold whitespace-nowrap text-foreground tabular-nums">
                {dueAmount > 0 ? formatXof(dueAmount) : "Payée"}
              </span>
            </p>
          </div>
        </div>
      </header>
      <p className="wrap-anywhere">
        {address.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
        {notes && <span className="block text-sm text-muted">«&nbsp;{notes}&nbsp;»</span>}
      </p>
      <ul className="text-sm">
        {lines.map(({ position, name, quantity, soldBy }) => (
          <li key={position} className="wrap-anywhere">
            <strong className="tabular-nums">
              {isSoldByUnit(soldBy) ? `${formatQuantity(quantity, soldBy)}\u00a0:` : `${quantity}\u00a0×`}
            </strong>{" "}
            {name}
          </li>
        ))}
      </ul>
      {paidAmount > 0 && (
        <p className="text-sm font-medium text-success-strong wrap-anywhere">
          Déjà payé&nbsp;: {formatXof(paidAmount)}
          {paidReferences && `, mobile money ${paidReferences}`}
        </p>
      )}
      <div className="grid grid-cols-[1fr_1fr_auto] gap-2">
        <a
          href={telLink(phone)}
          className={buttonClass("outline", "gap-1.5! px-1! text-sm")}
          aria-label={`Appel : ${shownPhone}`}
        >
          <PhoneIcon size={18} />
          Appel
        </a>
        <a
          href={getMapLink(stop)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("outline", "gap-1.5! px-1! text-sm")}
          aria-label={`Carte : ${customerName}`}
        >
          <PinIcon size={18} />
          Carte
        </a>
        <a
          href={whatsappLink(phone, greeting)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("whatsapp", "gap-1.5! px-2! text-sm")}
          aria-label={`WhatsApp : ${customerName}`}
        >
          <WhatsappIcon />
          WhatsApp
        </a>
      </div>
      <div className="grid grid-cols-3 gap-2 border-t border-border pt-3">
        <Button variant="primary" className="col-span-3" onClick={() => onTell("delivered")}>
          {OUTCOME_LABELS.delivered}
        </Button>
        <Button
          variant="outline"
          className="px-1! text-sm"
          aria-label={OUTCOME_LABELS.partly_delivered}
          onClick={() => onTell("partly_delivered")}
        >
          En partie
        </Button>
        <Button variant="outline" className="px-1! text-sm" onClick={() => onTell("refused")}>
          {OUTCOME_LABELS.refused}
        </Button>
        <Button
          variant="outline"
          className="px-1! text-sm"
          aria-label={OUTCOME_LABELS.absent}
          onClick={() => onTell("absent")}
        >
          Absent
        </Button>
      </div>
    </article>
  );
}

/** The map of the phone, which may have its own without a network; other devices open OpenStreetMap. */
function getMapLink({ position, address }: CourierStop): string {
  const isAndroid = navigator.userAgent.includes("Android");
  if (!position) {
    const query = encodeURIComponent(address.slice(0, 3).join(", "));
    return isAndroid ? `geo:0,0?q=${query}` : `https://www.openstreetmap.org/search?query=${query}`;
  }
  const { latitude, longitude } = position;
  return isAndroid
    ? `geo:${latitude},${longitude}?q=${latitude},${longitude}`
    : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`;
}

interface DoneStopProps {
  stop: CourierStop;
  state: StopState;
  /** The button that takes the outcome back, or confirms its message; null for none. */
  action: { label: string; run(): void } | null;
}

const SENDING_CLASSES = {
  "À envoyer": "bg-warning-soft text-warning-strong",
  Envoyé: "bg-success-soft text-success-strong",
  Conflit: "bg-danger-soft text-danger",
  "Non accepté": "bg-danger-soft text-danger",
} as const;

export function DoneStop({ stop: { number, customerName }, state, action }: DoneStopProps) {
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 wrap-anywhere">
          <strong>{customerName}</strong> <span className="text-sm text-muted">{number}</span>
          <span className="block text-sm">{state.label}</span>
        </p>
        <span className="flex items-center gap-2">
          {state.sending && (
            <span className={`badge whitespace-nowrap ${SENDING_CLASSES[state.sending]}`}>
              {state.sending}
            </span>
          )}
          {action && (
            <Button variant="outline" className="text-sm" onClick={action.run}>
              {action.label}
              <span className="sr-only"> : {number}</span>
            </Button>
          )}
        </span>
      </div>
      {state.message && (
        <p className="text-sm font-medium text-danger">
          <UnbrokenNumbers text={state.message} />
        </p>
      )}
    </li>
  );
}
