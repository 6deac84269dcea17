/** The tab «Commandes»: the list of orders, and a dialog for the order in the URL. */
import type { ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Dialog } from "#app/components/dialog/dialog.tsx";
import type { Order } from "#app/lib/models/order.ts";
import type { OrderOwner } from "./order.queries.ts";
import { OrderDetails } from "./order-details.tsx";
import { OPENED_FROM_LIST, OrderList } from "./order-list.tsx";
import { useOrders } from "./use-orders.ts";

interface OrdersPanelProps {
  /** The same object as long as it is the same owner. */
  owner: OrderOwner;
  /** The actions for an order, below its details. */
  renderActions(order: Order): ReactNode;
}

export function OrdersPanel({ owner, renderActions }: OrdersPanelProps) {
  const listing = useOrders(owner);
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = listing.orders.find(({ id }) => id === params.get("commande"));

  /** Goes back to the list, or shows the list in place of a dialog that a reload or a link opened. */
  function close() {
    if (state === OPENED_FROM_LIST) return void navigate(-1);
    setParams(
      (old) => {
        old.delete("commande");
        return old;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <>
      <OrderList listing={listing} getDetailsLink={({ id }) => `?tab=commandes&commande=${id}`} />
      {opened && (
        <Dialog title={`Commande ${opened.number}`} onClose={close}>
          <OrderDetails order={opened} />
          <div className="mt-6 flex flex-wrap gap-3">{renderActions(opened)}</div>
        </Dialog>
      )}
    </>
  );
}
