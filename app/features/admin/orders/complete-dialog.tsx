/**
 * Asks before an order is completed, which is final: «Terminer» is beside «Détails», and a press that missed its
 * button would end the order for ever. It names the customer and the amount that must have been received.
 */
import { flushSync } from "react-dom";
import { Link } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { getOutstandingAmount } from "#app/lib/models/order.ts";
import type { AdminOrder } from "./admin-order.ts";

interface CompleteDialogProps {
  order: AdminOrder;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

export function CompleteDialog({ order, onConfirm, onClose }: CompleteDialogProps) {
  const { id, number, customer_name, isPaidInCash, paymentLabel } = order;
  const outstanding = getOutstandingAmount(order);
  return (
    <ConfirmDialog
      title={`Terminer la commande ${number} ?`}
      confirmLabel="Terminer la commande"
      onConfirm={async () => {
        await onConfirm();
        flushSync(onClose);
      }}
      onCancel={onClose}
    >
      <p>
        <strong className="text-foreground">{customer_name}</strong> a reçu sa commande
        {outstanding > 0 ? (
          <>
            {" "}
            et payé en espèces{" "}
            <strong className="whitespace-nowrap text-foreground">{formatXof(outstanding)}</strong>.
          </>
        ) : (
          ", déjà payée."
        )}
      </p>
      {outstanding > 0 && !isPaidInCash && (
        <p className="mt-2">
          Le montant entre dans le tiroir-caisse. {paymentLabel}&nbsp;? Notez-le plutôt sur la{" "}
          <Link to={`/admin/orders/${id}`} className="link">
            page de la commande
          </Link>
          .
        </p>
      )}
      <p className="mt-2">Une commande terminée ne change plus.</p>
    </ConfirmDialog>
  );
}
