/**
 * Asks before an order is completed, which is final: «Terminer» is beside «Détails», and a press that missed its
 * button would end the order for ever. It names the customer and the amount that must have been received.
 */
import { flushSync } from "react-dom";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import type { AdminOrder } from "./admin-order.ts";

interface CompleteDialogProps {
  order: AdminOrder;
  onConfirm(): Promise<unknown>;
  onClose(): void;
}

export function CompleteDialog({ order, onConfirm, onClose }: CompleteDialogProps) {
  const { number, customer_name, total_amount, isPaidInCash } = order;
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
        <strong className="text-foreground">{customer_name}</strong> a reçu sa commande et{" "}
        {isPaidInCash ? "payé en espèces" : "payé"}{" "}
        <strong className="whitespace-nowrap text-foreground">{formatXof(total_amount)}</strong>.
      </p>
      <p className="mt-2">Une commande terminée ne change plus.</p>
    </ConfirmDialog>
  );
}
