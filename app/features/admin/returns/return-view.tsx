/** One return: what is returned and why, and what can be done next. */
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { Panel } from "#app/components/admin/panel.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { formatNamedQuantity } from "#app/features/admin/shared/labels/line-quantities.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getOutstandingAmount } from "#app/lib/models/order.ts";
import type { Result } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type CountableLine, PiecesDialog } from "./pieces-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { RefuseDialog } from "./refuse-dialog.tsx";
import { RETURN_STATE_TAGS } from "./return-states.ts";
import { acceptReturn, receiveReturn } from "./returns.mutations.ts";
import type { Return } from "./returns.queries.ts";

interface ReturnViewProps {
  opened: Return;
  /** The URL of the photo; null without one. */
  photo: Result<string | null>;
}

export function ReturnView({ opened, photo }: ReturnViewProps) {
  const { id, state, reason, refusal_reason, created_at, orders: order, lines, credit_amount } = opened;
  const { revalidate } = useRevalidator();
  const { pendingAction, mutate } = useMutation();
  const [open, setOpen] = useState<"receive" | "refuse" | "refund" | null>(null);
  const [withShipping, setWithShipping] = useState(false);
  const mayDecide = useRight("returns.open");
  const mayReceive = useRight("returns.receive");
  const mayRefund = useRight("returns.refund");
  const tag = RETURN_STATE_TAGS[state];
  const items = new Map(order.items.map((item) => [item.position, item]));
  const refundable = -getOutstandingAmount(order);
  const close = () => setOpen(null);
  async function onDone() {
    close();
    await revalidate();
  }
  const isOpen = state === "requested" || state === "accepted";

  return (
    <div className="grid items-start gap-5 lg:grid-cols-[1fr_320px]">
      <Panel title={`Retour de ${order.number}`} actions={<Tag color={tag.color}>{tag.label}</Tag>}>
        <div className="grid gap-4 p-4 text-sm">
          <p className="wrap-anywhere whitespace-pre-line">{reason}</p>
          {refusal_reason && (
            <p className="wrap-anywhere">
              <strong>Refusé :</strong> {refusal_reason}
            </p>
          )}
          <ul aria-label="Articles" className="divide-y divide-border border-y border-border">
            {lines.map(({ position, quantity, received_quantity }) => (
              <li key={position} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="min-w-0 wrap-anywhere">
                  {formatNamedQuantity(
                    quantity,
                    items.get(position)?.name ?? "",
                    items.get(position)?.sold_by,
                  )}
                </span>
                <span className="whitespace-nowrap text-muted tabular-nums">
                  {state === "received"
                    ? `${received_quantity} reçu`
                    : formatXof(items.get(position)?.unit_price ?? 0)}
                </span>
              </li>
            ))}
          </ul>
          {state === "received" && (
            <p>
              Valeur reprise : <strong>{formatXof(credit_amount)}</strong>
              {refundable > 0 && (
                <>
                  , à rembourser : <strong>{formatXof(refundable)}</strong>
                </>
              )}
            </p>
          )}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {state === "requested" && mayDecide && (
              <BusyButton
                variant="primary"
                className="max-sm:grow"
                busy={pendingAction !== null}
                onClick={() =>
                  mutate("Accepter le retour", async () => {
                    await acceptReturn(getSupabase(), id);
                    toast({ title: "Retour accepté", description: order.number });
                  })
                }
              >
                Accepter
              </BusyButton>
            )}
            {state === "accepted" && mayReceive && (
              <Button variant="primary" className="max-sm:grow" onClick={() => setOpen("receive")}>
                Recevoir les articles
              </Button>
            )}
            {isOpen && mayDecide && (
              <Button variant="outline" className="max-sm:grow" onClick={() => setOpen("refuse")}>
                Refuser
              </Button>
            )}
            {state === "received" && refundable > 0 && mayRefund && (
              <Button variant="primary" className="max-sm:grow" onClick={() => setOpen("refund")}>
                Rembourser
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <div className="grid min-w-0 gap-5">
        <Panel title="Client">
          <div className="grid justify-items-start gap-1 p-4 text-sm">
            <p className="font-semibold wrap-anywhere">{order.customer_name}</p>
            <PhoneLink phone={order.customer_phone} isFull />
            <Link
              to={`/admin/orders?search=${order.number}`}
              className="link inline-flex min-h-11 items-center md:min-h-9"
            >
              Voir la commande
            </Link>
            <p className="text-muted">
              Ouvert le <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </p>
          </div>
        </Panel>
        {photo.ok && photo.value !== null && (
          <Panel title="Photo">
            <img
              src={photo.value}
              alt="Ce que le client montre de l'article"
              className="max-h-[70dvh] w-full bg-surface object-contain"
            />
          </Panel>
        )}
        {!photo.ok && <p className="text-sm text-muted">La photo n'a pas pu être chargée.</p>}
      </div>
      {open === "receive" && (
        <PiecesDialog
          title="Recevoir les articles"
          lines={lines.map(
            ({ position, quantity }): CountableLine => ({
              position,
              name: items.get(position)?.name ?? "",
              soldBy: items.get(position)?.sold_by,
              pieces: quantity,
              isStocked: (items.get(position)?.product_id ?? null) !== null,
            }),
          )}
          action="receive a return"
          onCount={(pieces) => receiveReturn(getSupabase(), id, pieces, withShipping)}
          onDone={async () => {
            toast({ title: "Retour reçu", description: order.number });
            await onDone();
          }}
          onClose={close}
        >
          {order.shipping_amount > 0 && (
            <label className="flex min-h-11 items-center gap-3 text-sm">
              <input
                type="checkbox"
                checked={withShipping}
                className="size-5 shrink-0 accent-brand"
                onChange={({ target }) => setWithShipping(target.checked)}
              />
              <span>
                Article en défaut : rendre aussi la livraison ({formatXof(order.shipping_amount)}), une fois
                par commande
              </span>
            </label>
          )}
        </PiecesDialog>
      )}
      {open === "refuse" && <RefuseDialog id={id} onClose={close} onRefused={onDone} />}
      {open === "refund" && (
        <RefundDialog
          order={{ ...order, id: opened.order_id }}
          refundable={refundable}
          onClose={close}
          onRefunded={onDone}
        />
      )}
    </div>
  );
}
