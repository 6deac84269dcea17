/** The entry of an order for a call, a message or the counter: placed, or kept as a draft. */
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { UnsavedGuard } from "#app/components/admin/unsaved-guard.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { BackLink } from "#app/features/admin/shared/back-link.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import type { DeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { formatChatText } from "#app/lib/models/order-messages.ts";
import { randomId } from "#app/lib/random-id.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { OrderDone } from "./order-done.tsx";
import { OrderForm } from "./order-form.tsx";
import { RequestForm } from "./request-form.tsx";
import { EMPTY_ORDER, getToldDay, parseStaffOrder, type StaffOrder, toSentOrder } from "./staff-order.ts";
import { type PlacedOrder, placeOrder, saveDraft } from "./staff-orders.mutations.ts";
import type { StoredDraft } from "./staff-orders.queries.ts";
import { useOrderRequest } from "./use-order-request.ts";
import { usePreview } from "./use-preview.ts";

const STORAGE_KEY = "order entry";

interface Entry {
  /** Of the draft and of the order: whatever is sent twice counts once. */
  id: string;
  order: StaffOrder;
}

interface OrderEntryProps {
  /** Null for a new order. */
  draft: StoredDraft | null;
  offer: DeliveryOffer;
}

export function OrderEntry({ draft, offer }: OrderEntryProps) {
  const navigate = useNavigate();
  const [entry, setEntry] = useState<Entry>(
    () => draft ?? readEntry() ?? { id: randomId(), order: EMPTY_ORDER },
  );
  const [isDirty, setDirty] = useState(false);
  const [placed, setPlaced] = useState<PlacedOrder | null>(null);
  const [isClearing, setClearing] = useState(false);
  const request = useOrderRequest();
  const { id, order } = entry;
  const sent = toSentOrder(order);
  const state = usePreview(sent, null);
  const { preview, isCurrent } = state;
  // A reload loses nothing. A draft is kept by the shop.
  useEffect(() => {
    if (!draft && isDirty) writeTabStorage(STORAGE_KEY, entry);
  }, [draft, isDirty, entry]);

  function change(values: Partial<StaffOrder>) {
    setEntry({ id, order: { ...order, ...values } });
    setDirty(true);
    request.forget(values);
  }

  async function place() {
    const total = isCurrent && preview ? { total: preview.total } : {};
    const result = await request.send(() => placeOrder(getSupabase(), id, { ...sent, ...total }));
    if (!result) return state.refresh();
    writeTabStorage(STORAGE_KEY, null);
    setDirty(false);
    setPlaced(result);
  }

  async function keep() {
    const version = await request.send(() => saveDraft(getSupabase(), id, order, draft?.updated_at ?? null));
    if (version === null) return;
    writeTabStorage(STORAGE_KEY, null);
    setDirty(false);
    toast({ title: "Brouillon enregistré", action: { label: "Brouillons", to: "/admin/orders/drafts" } });
    await navigate({ search: `?draft=${id}` }, { replace: true });
  }

  function clear() {
    writeTabStorage(STORAGE_KEY, null);
    setEntry({ id: randomId(), order: EMPTY_ORDER });
    setDirty(false);
    setPlaced(null);
    setClearing(false);
    request.forget(EMPTY_ORDER);
  }

  if (placed) {
    const { number, total_amount } = placed;
    return (
      <OrderDone
        title={`Commande ${number} passée`}
        id={placed.id}
        phone={order.phone}
        text={formatChatText(
          "entered",
          { number, due_amount: total_amount, ...getToldDay(order) },
          order.name.trim(),
        )}
        actions={
          draft ? (
            <Link to="/admin/orders/drafts" className={buttonClass("primary")}>
              Autres brouillons
            </Link>
          ) : (
            <Button variant="primary" onClick={clear}>
              Nouvelle commande
            </Button>
          )
        }
      >
        <p>
          {order.name}, <strong className="tabular-nums">{formatXof(total_amount)}</strong>
        </p>
      </OrderDone>
    );
  }
  return (
    <RequestForm
      request={request}
      bar={
        <>
          <span className="mr-auto max-sm:hidden">
            <BackLink to="/admin/orders">Commandes</BackLink>
          </span>
          <strong className="whitespace-nowrap tabular-nums empty:hidden max-sm:grow" aria-live="polite">
            {preview && order.lines.length > 0 && formatXof(preview.total)}
          </strong>
          <BusyButton
            variant="outline"
            className="max-sm:grow"
            busy={request.isPending}
            onClick={() => void keep()}
          >
            <span className="sm:hidden">Brouillon</span>
            <span className="max-sm:hidden">Enregistrer comme brouillon</span>
          </BusyButton>
          <BusyButton
            variant="primary"
            className="max-sm:grow"
            busy={request.isPending}
            onClick={() => void place()}
          >
            Passer la commande
          </BusyButton>
        </>
      }
    >
      <UnsavedGuard dirty={isDirty} hasDraft={!draft} />
      <OrderForm
        key={id}
        order={order}
        onChange={change}
        state={state}
        problems={request.problems}
        offer={offer}
        isNew
      />
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Link to="/admin/orders/drafts" className={buttonClass("outline")}>
          Voir les brouillons
        </Link>
        {!draft && (
          <Button variant="outline" onClick={() => setClearing(true)}>
            Tout effacer
          </Button>
        )}
      </div>
      {isClearing && (
        <ConfirmDialog
          title="Effacer cette commande ?"
          confirmLabel="Effacer"
          onConfirm={clear}
          onCancel={() => setClearing(false)}
        >
          Ce qui est saisi ici est perdu. Un brouillon le garderait.
        </ConfirmDialog>
      )}
    </RequestForm>
  );
}

/** What was typed in this tab before a reload. */
function readEntry(): Entry | null {
  const stored = readTabStorage(STORAGE_KEY);
  if (typeof stored !== "object" || stored === null || !("id" in stored) || !("order" in stored)) return null;
  return typeof stored.id === "string" ? { id: stored.id, order: parseStaffOrder(stored.order) } : null;
}
