/** An order with its contacts, its actions, its history and that of its phone number: on its page and on the desk. */
import Phone from "lucide-react/icons/phone";
import { type ReactNode, type Ref, useState } from "react";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { WhatsappIcon } from "#app/components/ui/whatsapp-icon.tsx";
import { type AdminOrder, getOrderPhones, isStockReleased } from "#app/features/admin/orders/admin-order.ts";
import { DetailItem, OrderLines, Recipient } from "#app/features/admin/orders/order-parts.tsx";
import { getOrderStageColor, getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { telLink } from "#app/lib/format/tel-link.ts";
import { whatsappLink } from "#app/lib/format/whatsapp.ts";
import { formatDeliveryDay } from "#app/lib/models/delivery-days.ts";
import { getOutstandingAmount } from "#app/lib/models/order.ts";
import { formatChatText, getChatStep } from "#app/lib/models/order-messages.ts";
import { EventList } from "./event-list.tsx";
import { NoteForm } from "./note-form.tsx";
import { OrderActions } from "./order-actions.tsx";
import type { OrderEvent } from "./order-events.ts";
import type { OrderFile } from "./order-file.queries.ts";
import { PhoneHistoryPanel } from "./phone-history-panel.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import type { EventRecorder } from "./use-record-event.ts";

interface OrderFileViewProps {
  shopName: string;
  file: OrderFile;
  recorder: EventRecorder;
  /** Links and buttons below the actions. */
  buttons: ReactNode;
  /** Each action has the number of the key that presses it. */
  hasShortcuts?: boolean;
  ref?: Ref<HTMLElement>;
}

export function OrderFileView({
  shopName,
  file,
  recorder,
  buttons,
  hasShortcuts = false,
  ref,
}: OrderFileViewProps) {
  const { order, items, weekdays, events, withPhoto, history, deliveryCode } = file;
  const { number, customer_name, status, stage, cancellation_reason } = order;
  const maySettle = useRight("orders.complete");
  const [settling, setSettling] = useState<OrderEvent | null>(null);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={`Commande ${number}`}
      className="grid items-start gap-5 outline-none lg:grid-cols-[1fr_340px]"
    >
      <div className="grid min-w-0 gap-5">
        <Panel
          title={`${number} · ${customer_name}`}
          actions={<Tag color={getOrderStageColor(stage)}>{getOrderStageLabel(stage)}</Tag>}
        >
          <div className="grid gap-4 p-4">
            <Amounts order={order} />
            {status === "cancelled" && cancellation_reason && (
              <Notice variant="warning">
                <span className="font-semibold">Motif : </span>
                <span className="wrap-anywhere">{cancellation_reason}</span>
              </Notice>
            )}
            {isStockReleased(order) && (
              <Notice variant="warning">
                <span className="font-semibold">Stock rendu. </span>
                Confirmer la commande reprend son stock.
              </Notice>
            )}
            {stage === "to_confirm" && history.figures.needs_call && (
              <Notice variant="warning">
                <span className="font-semibold">Appel nécessaire. </span>
                Ce numéro a déjà refusé des commandes : celle-ci ne se prépare pas avant d'être confirmée.
              </Notice>
            )}
            <Contacts order={order} shopName={shopName} deliveryCode={deliveryCode} />
            <OrderActions
              order={order}
              items={items}
              weekdays={weekdays}
              recorder={recorder}
              hasShortcuts={hasShortcuts}
            />
            <div className="flex flex-wrap gap-2 border-t border-border pt-4 max-sm:*:grow">{buttons}</div>
          </div>
        </Panel>
        <OrderLines order={order} returned={items.map(({ returned_quantity }) => returned_quantity)} />
      </div>
      <div className="grid min-w-0 gap-5">
        <Panel title="Livraison">
          <dl className="grid gap-3 p-4 text-sm">
            <Delivery order={order} deliveryCode={deliveryCode} />
          </dl>
        </Panel>
        <PhoneHistoryPanel phone={order.customer_phone} history={history} orderId={order.id} />
        <Panel title="Historique">
          <div className="grid gap-4 p-4">
            <EventList
              events={events}
              withPhoto={withPhoto}
              placed={order}
              onSettle={maySettle ? setSettling : undefined}
            />
            <NoteForm key={order.id} order={order} recorder={recorder} />
          </div>
        </Panel>
      </div>
      {settling && (
        <ReasonDialog
          title="Qu'avez-vous vérifié ?"
          label="Ce qu'il en est"
          hint="L'équipe le lit dans l'historique, le client non."
          confirmLabel="C'est vérifié"
          onConfirm={(text) => recorder.record(order, { kind: "note", data: { text, settles: settling.id } })}
          onClose={() => setSettling(null)}
        />
      )}
    </section>
  );
}

function Amounts({ order }: { order: AdminOrder }) {
  const outstanding = getOutstandingAmount(order);
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      <span>
        Total <strong>{formatXof(order.total_amount)}</strong>
      </span>
      {order.credited_amount > 0 && (
        <span>
          Refusé ou rendu <strong>{formatXof(order.credited_amount)}</strong>
        </span>
      )}
      {order.paid_amount > 0 && (
        <span>
          Payé <strong>{formatXof(order.paid_amount)}</strong>
        </span>
      )}
      {outstanding > 0 && outstanding < order.total_amount && (
        <span>
          Reste <strong>{formatXof(outstanding)}</strong>
        </span>
      )}
      {outstanding < 0 && (
        <span>
          À rembourser <strong>{formatXof(-outstanding)}</strong>
        </span>
      )}
    </p>
  );
}

interface DeliveryProps {
  order: AdminOrder;
  deliveryCode: string | null;
}

/** The delivery's number, large enough for a thumb; all of them are in the address. */
function Contacts({ order, shopName, deliveryCode }: DeliveryProps & { shopName: string }) {
  const [phone] = getOrderPhones(order);
  if (!phone?.tel) return null;
  const told = { ...order, due_amount: getOutstandingAmount(order), delivery_code: deliveryCode };
  const text = formatChatText(getChatStep(order), told, order.customer_name, shopName);
  return (
    <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <a href={telLink(phone.text)} className={buttonClass("outline")}>
        <Phone aria-hidden size={18} />
        Appeler
      </a>
      <a
        href={whatsappLink(phone.text, text)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass("whatsapp")}
      >
        <WhatsappIcon />
        WhatsApp
      </a>
    </div>
  );
}

function Delivery({ order, deliveryCode }: DeliveryProps) {
  const { zone_name, delivery_day, delivery_half, paymentLabel, notes } = order;
  return (
    <>
      <DetailItem label="Adresse">
        <Recipient order={order} />
      </DetailItem>
      {zone_name && <DetailItem label="Zone">{zone_name}</DetailItem>}
      <DetailItem label="Jour">
        {delivery_day ? formatDeliveryDay(delivery_day, delivery_half) : "Dès que possible"}
      </DetailItem>
      {deliveryCode && (
        <DetailItem label="Code du client">
          <strong className="tabular-nums">{deliveryCode}</strong>, à dire au client seulement
        </DetailItem>
      )}
      <DetailItem label="Paiement">{paymentLabel}</DetailItem>
      {notes && (
        <DetailItem label="Note du client">
          <span className="wrap-anywhere whitespace-pre-line">{notes}</span>
        </DetailItem>
      )}
    </>
  );
}
