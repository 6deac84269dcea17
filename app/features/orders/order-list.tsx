/** The list of the customer's orders, newest first, each with a link to its details. */
import { Link, type To } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import { formatLongDate } from "#app/lib/format/dates.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getKeptAmount, type Order } from "#app/lib/models/order.ts";
import { StatusBadge } from "./status-badge.tsx";
import { ORDERS_ERROR, type useOrders } from "./use-orders.ts";

/** The number of images beside an order that fits on a phone. */
const MAX_IMAGES = 4;

/** The state of a history entry that was opened from the list: closing the dialog then goes back. */
export const OPENED_FROM_LIST = "opened-here";

interface OrderListProps {
  listing: ReturnType<typeof useOrders>;
  getDetailsLink(order: Order): To;
}

export function OrderList({
  listing: { orders, hasMore, status, loadMore },
  getDetailsLink,
}: OrderListProps) {
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLUListElement>(orders.length, ":scope > li");
  const loadNextPage = () => {
    onLoadMore();
    loadMore();
  };
  if (orders.length === 0 && status === "ready") {
    return (
      <div className="card">
        <EmptyState
          image="empty-cart"
          title="Aucune commande pour le moment"
          hint="Vos commandes et leur suivi apparaîtront ici."
        >
          <Link to="/products" className={buttonClass("primary")}>
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
            <OrderCard key={order.id} order={order} details={getDetailsLink(order)} />
          ))}
        </ul>
      )}
      <p role="status" className="sr-only">
        {status === "ready" && formatListedCount(orders.length)}
      </p>
      {status === "loading" && <OrdersSkeleton />}
      {status === "failed" && (
        <Notice variant="error" role="alert" className="grid justify-items-start gap-2">
          <p className="font-semibold">{ORDERS_ERROR}</p>
          <Button variant="outline" onClick={loadNextPage}>
            Réessayer
          </Button>
        </Notice>
      )}
      {status !== "failed" && hasMore && (
        <p className="text-center">
          <LoadMore busy={status === "loading"} onLoadMore={loadNextPage} />
        </p>
      )}
    </section>
  );
}

function OrderCard({ order, details }: { order: Order; details: To }) {
  const { id, number, created_at, status, items_count, lines } = order;
  return (
    <li className="card grid gap-3 p-4 sm:px-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="text-lg">{number}</h3>
          <StatusBadge status={status} />
        </div>
        <p className="text-sm text-muted">
          <time dateTime={created_at}>{formatLongDate(created_at)}</time> · n°&nbsp;{id.slice(0, 8)}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex gap-2">
          {lines.slice(0, MAX_IMAGES).map(({ position, image }) => (
            <Image key={position} url={image} alt="" sizes="48px" className="w-12 rounded-md" />
          ))}
          {lines.length > MAX_IMAGES && (
            <span className="grid size-12 place-items-center rounded-md bg-surface-muted text-sm font-semibold">
              +{lines.length - MAX_IMAGES}
            </span>
          )}
        </div>
        <div className="flex grow flex-wrap items-center justify-end gap-4">
          <p className="text-right">
            <span className="block text-sm text-muted">{formatItemCount(items_count)}</span>
            <span className="block font-bold tabular-nums">{formatXof(getKeptAmount(order))}</span>
          </p>
          <Link to={details} state={OPENED_FROM_LIST} preventScrollReset className={buttonClass("outline")}>
            Détails<span className="sr-only"> de la commande {number}</span>
          </Link>
        </div>
      </div>
    </li>
  );
}

export function OrdersSkeleton() {
  return (
    <div role="status" aria-label="Chargement de vos commandes" className="grid gap-4">
      <div className="skeleton h-38 rounded-card" />
      <div className="skeleton h-38 rounded-card" />
      <div className="skeleton h-38 rounded-card" />
    </div>
  );
}

function formatListedCount(orders: number): string {
  return orders === 1 ? "1 commande affichée" : `${orders} commandes affichées`;
}

function formatItemCount(count: number): string {
  return count === 1 ? "1 article" : `${count} articles`;
}
