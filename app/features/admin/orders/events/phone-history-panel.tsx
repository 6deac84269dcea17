/** What a phone number did before: its orders, the newest first, with the reasons of refusals and cancellations. */
import { useState } from "react";
import { Link } from "react-router";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import { getOrderStageColor, getOrderStageLabel } from "#app/features/admin/shared/labels/order-stages.ts";
import { toUserMessage } from "#app/features/admin/shared/mutations/user-error.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatPhone, normalizePhone } from "#app/lib/format/phone.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { listPhoneOrders, type PhoneHistory } from "./phone-history.queries.ts";

interface PhoneHistoryPanelProps {
  phone: string;
  history: PhoneHistory;
  /** The order beside which it is shown, which is left out. */
  orderId: string;
}

export function PhoneHistoryPanel({ phone, history, orderId }: PhoneHistoryPanelProps) {
  const { figures } = history;
  const { orders, hasMore, busy, loadMore } = usePhoneOrders(phone, history);
  const others = orders.filter(({ id }) => id !== orderId);
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLUListElement>(others.length, "a");
  return (
    <Panel title={`Historique du ${formatPhone(normalizePhone(phone))}`}>
      <div className="grid gap-3 p-4 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          {formatCount(figures.orders, "commande", "commandes")}
          {figures.refusals > 0 && (
            <Tag color="red">{formatCount(figures.refusals, "refusée", "refusées")}</Tag>
          )}
        </p>
        {others.length === 0 ? (
          <p className="text-muted">C'est sa seule commande.</p>
        ) : (
          <ul ref={list} aria-label="Ses autres commandes" className="grid divide-y divide-border">
            {others.map(({ id, number, created_at, stage, total_amount, reason }) => (
              <li key={id} className="grid gap-0.5 py-1.5">
                <span className="flex flex-wrap items-center justify-between gap-x-3">
                  <Link
                    to={`/admin/orders/${id}`}
                    className="link inline-flex min-h-11 items-center md:min-h-8"
                  >
                    {number}
                  </Link>
                  <Tag color={getOrderStageColor(stage)}>{getOrderStageLabel(stage)}</Tag>
                </span>
                <span className="flex justify-between gap-3 text-muted tabular-nums">
                  <time dateTime={created_at}>{formatDateTime(created_at)}</time>
                  {formatXof(total_amount)}
                </span>
                {reason && <span className="wrap-anywhere">Motif : {reason}</span>}
              </li>
            ))}
          </ul>
        )}
        {hasMore && (
          <p className="text-center">
            <LoadMore
              busy={busy}
              onLoadMore={() => {
                onLoadMore();
                void loadMore();
              }}
            />
          </p>
        )}
      </div>
    </Panel>
  );
}

/** Rows of a full page, as the database pages them. */
const PAGE_SIZE = 20;

/** The loaded page with the further ones that were asked for; a newly loaded one discards them. */
function usePhoneOrders(phone: string, history: PhoneHistory) {
  const [more, setMore] = useState({
    history,
    orders: [] as typeof history.orders,
    lastPage: history.orders.length,
  });
  const [busy, setBusy] = useState(false);
  const further = more.history === history ? more : { history, orders: [], lastPage: history.orders.length };
  const orders = [...history.orders, ...further.orders];

  async function loadMore() {
    setBusy(true);
    try {
      const page = await listPhoneOrders(getSupabase(), phone, orders.at(-1)?.place ?? null);
      setMore({ history, orders: [...further.orders, ...page], lastPage: page.length });
    } catch (error) {
      console.error("admin: the history of a number could not be loaded", error);
      toastError(toUserMessage(error));
    } finally {
      setBusy(false);
    }
  }

  return { orders, hasMore: further.lastPage === PAGE_SIZE, busy, loadMore };
}
