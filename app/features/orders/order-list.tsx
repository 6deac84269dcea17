/** The customer's orders, newest first, each with a way to its details. */
import { useEffect, useRef } from "react";
import { Link, type To } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import { formatLongDate } from "../../lib/dates.ts";
import { formatXof } from "../../lib/money.ts";
import type { StoredOrder } from "../../lib/stored-order.ts";
import { StatusBadge } from "./status-badge.tsx";
import { ORDERS_FAILED, type useOrders } from "./use-orders.ts";

/** Pictures beside an order: what fits on a phone. */
const PICTURES = 4;

/** State of the history entry that a way to the details makes: whoever closes them can go back in its stead. */
export const OPENED_HERE = "opened-here";

interface OrderListProps {
  listing: ReturnType<typeof useOrders>;
  detailsOf(order: StoredOrder): To;
}

export function OrderList({ listing: { orders, more, phase, next }, detailsOf }: OrderListProps) {
  const list = useFocusOnAppended(orders.length);
  if (orders.length === 0 && phase === "ready") {
    return (
      <div className="card">
        <EmptyState
          picture="empty-cart"
          title="Aucune commande pour le moment"
          hint="Vos commandes et leur suivi apparaîtront ici."
        >
          <Link to="/products" className="btn btn-primary">
            Découvrir nos produits
          </Link>
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-labelledby="orders" className="grid gap-4">
      <h2 id="orders" className="sr-only">
        Vos commandes
      </h2>
      {orders.length > 0 && (
        <ul ref={list} className="grid gap-4">
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} details={detailsOf(order)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {phase === "ready" && counted(orders.length)}
      </p>
      {phase === "loading" && <OrdersSkeleton />}
      {phase === "failed" && (
        <Notice tone="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">{ORDERS_FAILED}</p>
          <button type="button" className="btn btn-outline" onClick={next}>
            Réessayer
          </button>
        </Notice>
      )}
      {phase === "ready" && more && (
        <button type="button" className="btn btn-outline justify-self-center px-8" onClick={next}>
          Voir plus
        </button>
      )}
    </section>
  );
}

function OrderCard({ order, details }: { order: StoredOrder; details: To }) {
  const { id, number, created_at, status, items_count, total_amount, lines } = order;
  return (
    <li className="card grid gap-3 p-4 sm:px-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="text-lg">{number}</h3>
          <StatusBadge status={status} />
        </div>
        <p className="text-sm text-ink-soft">
          <time dateTime={created_at}>{formatLongDate(created_at)}</time> · n°&nbsp;{id.slice(0, 8)}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {lines.slice(0, PICTURES).map(({ position, image }) => (
            <Picture key={position} url={image} alt="" sizes="48px" className="w-12 rounded-md" />
          ))}
          {lines.length > PICTURES && (
            <span className="grid size-12 place-items-center rounded-md bg-sand-deep text-sm font-semibold">
              +{lines.length - PICTURES}
            </span>
          )}
        </div>
        <div className="flex grow items-center justify-end gap-4">
          <p className="text-right">
            <span className="block text-sm text-ink-soft">{pieces(items_count)}</span>
            <span className="block font-bold tabular-nums">{formatXof(total_amount)}</span>
          </p>
          <Link to={details} state={OPENED_HERE} preventScrollReset className="btn btn-outline">
            Détails<span className="sr-only"> de la commande {number}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}

/** The button that asked for more is gone by then: the focus goes on to the first of what came. */
function useFocusOnAppended(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const first = before.current;
    before.current = count;
    if (first > 0) list.current?.children[first]?.querySelector("a")?.focus({ preventScroll: true });
  }, [count]);
  return list;
}

function OrdersSkeleton() {
  return (
    <div role="status" aria-label="Chargement de vos commandes" className="grid gap-4">
      <div className="skeleton h-38 rounded-card" />
      <div className="skeleton h-38 rounded-card" />
      <div className="skeleton h-38 rounded-card" />
    </div>
  );
}

function counted(orders: number): string {
  return orders === 1 ? "1 commande affichée" : `${orders} commandes affichées`;
}

function pieces(count: number): string {
  return count === 1 ? "1 article" : `${count} articles`;
}
