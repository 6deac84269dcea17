/**
 * The page of an order's link: where the order is, what to prepare, whom to call, and what can still be changed. It is
 * rendered by the server, so that its copy can be read without a network.
 */

import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { PhoneIcon } from "#app/components/ui/icons.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { formatQuantity } from "#app/lib/format/units.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getReachedStep, getStepTitle } from "#app/lib/models/order-messages.ts";
import { getEventLabel, getProgress, type TrackedOrder } from "#app/lib/models/tracked-order.ts";
import { CancelForm } from "./cancel-form.tsx";
import { DayForm } from "./day-form.tsx";

interface OrderTrackingProps {
  order: TrackedOrder;
  /** Those of the shop. */
  phone: string;
  whatsapp: string;
}

export function OrderTracking({ order, phone, whatsapp }: OrderTrackingProps) {
  const { number, stage, placed_at, cancellation_reason, pickup_point_name } = order;
  const step = getReachedStep(stage);
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-2xl sm:text-3xl">
          {step ? getStepTitle(step, pickup_point_name) : "Votre commande a été refusée"}
        </h1>
        <p className="text-muted">
          <span className="font-semibold whitespace-nowrap text-foreground">{number}</span>, passée le{" "}
          <time dateTime={placed_at} className="whitespace-nowrap">
            {formatLongDate(placed_at)}
          </time>
        </p>
      </header>
      {stage === "cancelled" && cancellation_reason && (
        <Notice variant="warning">
          <p className="break-words">{cancellation_reason}</p>
        </Notice>
      )}
      <ProgressList order={order} />
      <Amount order={order} />
      <Courier order={order} shopPhone={phone} />
      <Delivery order={order} />
      <Items order={order} />
      <Timeline order={order} />
      <section aria-label="Nous joindre" className="grid gap-3 sm:grid-cols-2">
        <a href={telLink(phone)} className={buttonClass("outline")}>
          <PhoneIcon size={18} />
          Appeler la boutique
        </a>
        <a
          href={whatsappLink(whatsapp, `Bonjour, ma commande ${number} :`)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass("whatsapp")}
        >
          <WhatsappIcon />
          Écrire sur WhatsApp
        </a>
      </section>
    </>
  );
}

const dots = {
  done: "bg-success text-white",
  current: "bg-brand text-white ring-4 ring-brand-soft",
  coming: "bg-surface-muted text-muted",
};

function ProgressList({ order }: { order: TrackedOrder }) {
  const progress = getProgress(order);
  if (!progress) return null;
  return (
    <ol aria-label="Étapes" className="-mx-2 grid auto-cols-fr grid-flow-col text-center">
      {progress.map(({ label, state }, index) => (
        <li
          key={label}
          aria-current={state === "current" ? "step" : undefined}
          className="grid min-w-0 justify-items-center gap-1.5"
        >
          <span
            aria-hidden
            className={`grid size-8 place-items-center rounded-full text-sm font-bold ${dots[state]}`}
          >
            {state === "done" ? "✓" : index + 1}
          </span>
          <span
            className={`text-[0.6875rem] sm:text-xs ${state === "coming" ? "text-muted" : state === "current" ? "font-semibold" : ""}`}
          >
            {label}
            {state === "done" && <span className="sr-only"> : fait</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Amount({ order: { stage, due_amount, payment_method } }: { order: TrackedOrder }) {
  if (due_amount < 0) return <p className="font-semibold">Nous vous devons {formatXof(-due_amount)}.</p>;
  if (stage === "cancelled" || stage === "refused") return null;
  if (due_amount === 0) return <p className="font-semibold text-success-strong">Tout est réglé.</p>;
  return (
    <section aria-labelledby="amount" className="rounded-md bg-brand-soft p-4">
      <h2 id="amount" className="text-base">
        {payment_method === "cod" ? "Montant à préparer" : "Montant à régler"}
      </h2>
      <p className="font-heading text-3xl font-extrabold tabular-nums">{formatXof(due_amount)}</p>
      {payment_method === "cod" && <p className="text-sm">Vous vérifiez la marchandise, puis vous payez.</p>}
    </section>
  );
}

function Courier({ order, shopPhone }: { order: TrackedOrder; shopPhone: string }) {
  const { stage, courier_name, courier_phone } = order;
  if (stage !== "on_road") return null;
  return (
    <section aria-label="Livreur" className="flex flex-wrap items-center justify-between gap-3 wrap-anywhere">
      <p>
        <strong>{courier_name ?? "Le livreur"}</strong> est en route. Gardez votre téléphone à portée de main.
      </p>
      <a href={telLink(courier_phone ?? shopPhone)} className={buttonClass("primary", "max-sm:w-full")}>
        <PhoneIcon size={18} />
        {courier_phone && courier_name ? `Appeler ${courier_name}` : "Appeler pour la livraison"}
      </a>
    </section>
  );
}

function Delivery({ order }: { order: TrackedOrder }) {
  const { town, quarter, pickup_point_name, delivery_day, delivery_half, slots, may_cancel } = order;
  const { revalidate, state } = useRevalidator();
  const [open, setOpen] = useState<"day" | "cancel" | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  async function finish() {
    await revalidate();
    // The form is removed with its button, which had the focus.
    flushSync(() => setOpen(null));
    heading.current?.focus();
  }
  const place = [quarter, town].filter(Boolean).join(", ");
  const isOpen = order.stage !== "delivered" && order.stage !== "cancelled" && order.stage !== "refused";
  return (
    <section aria-labelledby="delivery" className="grid gap-3">
      <h2 ref={heading} tabIndex={-1} id="delivery" className="text-xl outline-none">
        {pickup_point_name === null ? "Livraison" : "Retrait en magasin"}
      </h2>
      <div>
        {isOpen && pickup_point_name === null && (delivery_day !== null || order.stage !== "on_road") && (
          <p className="font-semibold first-letter:uppercase">
            {delivery_day === null
              ? "Nous convenons du jour avec vous"
              : formatDeliveryDay(delivery_day, delivery_half)}
          </p>
        )}
        <p className="break-words">{pickup_point_name ?? place}</p>
      </div>
      {isOpen && (
        <div className="needs-script flex flex-wrap gap-2 max-sm:*:grow">
          {slots.length > 0 && (
            <Toggle isOpen={open === "day"} onToggle={() => setOpen(open === "day" ? null : "day")}>
              Changer le jour
            </Toggle>
          )}
          {may_cancel && (
            <Toggle isOpen={open === "cancel"} onToggle={() => setOpen(open === "cancel" ? null : "cancel")}>
              Annuler la commande
            </Toggle>
          )}
          <BusyButton variant="outline" busy={state === "loading"} onClick={() => void revalidate()}>
            Actualiser
          </BusyButton>
        </div>
      )}
      {open === "day" && slots.length > 0 && <DayForm order={order} onChanged={finish} />}
      {open === "cancel" && may_cancel && <CancelForm token={order.token} onCancelled={finish} />}
    </section>
  );
}

function Toggle({ isOpen, onToggle, children }: { isOpen: boolean; onToggle(): void; children: ReactNode }) {
  return (
    <Button variant="outline" aria-expanded={isOpen} onClick={onToggle}>
      {children}
    </Button>
  );
}

function Items({ order: { items, total_amount, pickup_point_name } }: { order: TrackedOrder }) {
  return (
    <section aria-labelledby="items" className="grid gap-2">
      <h2 id="items" className="text-xl">
        Articles
      </h2>
      <ul className="grid gap-1.5">
        {items.map(({ name, quantity, sold_by }) => (
          <li key={name} className="flex gap-2">
            <span className="shrink-0 font-semibold tabular-nums">
              {sold_by ? `${formatQuantity(quantity, sold_by)}\u00a0:` : `${quantity} ×`}
            </span>
            <span className="min-w-0 break-words">
              <UnbrokenNumbers text={name} />
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-4 border-t border-border pt-2">
        <span>{pickup_point_name === null ? "Total, livraison comprise" : "Total"}</span>
        <span className="font-bold tabular-nums">{formatXof(total_amount)}</span>
      </p>
    </section>
  );
}

function Timeline({ order: { placed_at, timeline, pickup_point_name } }: { order: TrackedOrder }) {
  const entries = [
    { label: "Reçue", at: placed_at },
    ...timeline.flatMap(({ kind, at }) => {
      const label = getEventLabel(kind, pickup_point_name);
      return label ? [{ label, at }] : [];
    }),
  ];
  return (
    <section aria-labelledby="timeline" className="grid gap-2">
      <h2 id="timeline" className="text-xl">
        Historique
      </h2>
      <ol className="grid gap-1.5 border-l-2 border-border-strong pl-3">
        {entries.map(({ label, at }) => (
          <li key={`${label} ${at}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium">{label}</span>
            <time dateTime={at} className="text-muted">
              {formatLongDate(at)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  );
}
