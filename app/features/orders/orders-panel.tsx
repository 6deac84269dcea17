/** The tab «Commandes»: the list, and over it the order that the address names. */
import type { ReactNode } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Dialog } from "../../components/dialog/dialog.tsx";
import type { StoredOrder } from "../../lib/stored-order.ts";
import { OrderDetails } from "./order-details.tsx";
import { OPENED_HERE, OrderList } from "./order-list.tsx";
import { useOrders } from "./use-orders.ts";

interface OrdersPanelProps {
  /** Under which the orders were placed. */
  email: string;
  /** What can be done with an order, under its details. */
  renderActions(order: StoredOrder): ReactNode;
}

export function OrdersPanel({ email, renderActions }: OrdersPanelProps) {
  const listing = useOrders(email);
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const opened = listing.orders.find(({ id }) => id === params.get("commande"));

  /** Back to where the list was, or the list in place of a dialog that a reload or a link has opened. */
  function close() {
    if (state === OPENED_HERE) return void navigate(-1);
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
      <OrderList listing={listing} detailsOf={({ id }) => `?tab=commandes&commande=${id}`} />
      {opened && (
        <Dialog title={`Commande ${opened.number}`} onClose={close}>
          <OrderDetails order={opened} />
          <div className="mt-6 flex flex-wrap gap-3">{renderActions(opened)}</div>
        </Dialog>
      )}
    </>
  );
}
