/** Receives the articles of a return, and gives back the delivery when the article was at fault. */
import { useMemo, useState } from "react";
import { toast } from "#app/components/ui/toast/toast.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { type CountableLine, PiecesDialog } from "./pieces-dialog.tsx";
import { receiveReturn } from "./returns.mutations.ts";
import { getReturnedItems, type Return } from "./returns.queries.ts";

interface ReceiveReturnDialogProps {
  opened: Return;
  onReceived(): Promise<void>;
  onClose(): void;
}

export function ReceiveReturnDialog({ opened, onReceived, onClose }: ReceiveReturnDialogProps) {
  const { id, orders: order } = opened;
  const [withShipping, setWithShipping] = useState(false);
  const lines = useMemo(
    () =>
      getReturnedItems(opened).map(
        ({ position, quantity, item }): CountableLine => ({
          position,
          name: item?.name ?? "",
          soldBy: item?.sold_by,
          pieces: quantity,
          isStocked: (item?.product_id ?? null) !== null,
        }),
      ),
    [opened],
  );
  return (
    <PiecesDialog
      title="Recevoir les articles"
      lines={lines}
      action="receive a return"
      onCount={(pieces) => receiveReturn(getSupabase(), id, pieces, withShipping)}
      onDone={async () => {
        toast({ title: "Retour reçu", description: order.number });
        await onReceived();
      }}
      onClose={onClose}
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
            Article en défaut : rendre aussi la livraison ({formatXof(order.shipping_amount)}), une fois par
            commande
          </span>
        </label>
      )}
    </PiecesDialog>
  );
}
