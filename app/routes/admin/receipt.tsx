/** /admin/receipts/new and /admin/receipts/:id: a supplier's delivery, and what has arrived of it. */
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { ConfirmDialog } from "#app/components/admin/confirm-dialog.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useMutation } from "#app/features/admin/shared/mutations/use-mutation.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { ReceiptEditor } from "#app/features/admin/stock/receipt-editor.tsx";
import { getReceiptState } from "#app/features/admin/stock/receipt-states.ts";
import { closeReceipt } from "#app/features/admin/stock/receipts.mutations.ts";
import { findReceipt, type Receipt } from "#app/features/admin/stock/receipts.queries.ts";
import { ReceiveDialog } from "#app/features/admin/stock/receive-dialog.tsx";
import { listSuppliers } from "#app/features/admin/stock/suppliers.queries.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/receipt";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/receipts/${params.id}`, "Bon de livraison");
}

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const load = async () => {
    const [receipt, suppliers] = await Promise.all([
      id === "new" ? null : findReceipt(client, id),
      listSuppliers(client),
    ]);
    return id !== "new" && receipt === null ? null : { receipt, suppliers };
  };
  return { result: await toResult("receipt", load()) };
}

export default function ReceiptPage({ loaderData: { result } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const showsCosts = useRight("costs.read");
  const mayReceive = useRight("stock.receive");
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger le bon"
      notFoundMessage="Ce bon n'existe pas."
      list={{ path: "/admin/receipts", label: "Réceptions" }}
    >
      {({ receipt, suppliers }) => (
        <>
          {receipt && <ReceiptHead receipt={receipt} mayReceive={mayReceive} />}
          {mayReceive && receipt?.closed_at == null ? (
            <ReceiptEditor
              key={receipt?.updated_at ?? "new"}
              receipt={receipt}
              suppliers={suppliers}
              showsCosts={showsCosts}
              onSaved={async (id) => {
                toast({ title: receipt ? "Bon modifié" : "Bon enregistré" });
                if (receipt) await revalidate();
                else await navigate(`/admin/receipts/${id}`, { replace: true });
              }}
            />
          ) : (
            receipt && <ReceiptLines receipt={receipt} />
          )}
        </>
      )}
    </RowResult>
  );
}

function ReceiptHead({ receipt, mayReceive }: { receipt: Receipt; mayReceive: boolean }) {
  const { revalidate } = useRevalidator();
  const { mutate } = useMutation();
  const [open, setOpen] = useState<"receive" | "close" | null>(null);
  const { label, color } = getReceiptState(receipt.state);
  // What will not come costs nothing, and what came beyond the order is to be paid.
  const isClosed = receipt.closed_at !== null;
  const total = receipt.lines.reduce((sum, { quantity, received_quantity: received, unit_cost }) => {
    return sum + (isClosed ? received : Math.max(quantity, received)) * (unit_cost ?? 0);
  }, 0);
  return (
    <>
      <PageActions
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <strong className="wrap-anywhere text-foreground">{receipt.number}</strong>
            <Tag color={color}>{label}</Tag>
            {total > 0 && <span className="whitespace-nowrap">{formatXof(total)} d'achats</span>}
          </span>
        }
      >
        {mayReceive && receipt.state !== "complete" && (
          <Button variant="outline" onClick={() => setOpen("close")}>
            Le reste ne viendra pas
          </Button>
        )}
        {mayReceive && receipt.closed_at === null && (
          <Button variant="primary" onClick={() => setOpen("receive")}>
            Réceptionner
          </Button>
        )}
      </PageActions>
      {open === "receive" && (
        <ReceiveDialog
          receipt={receipt}
          onClose={() => setOpen(null)}
          onReceived={async () => {
            toast({ title: "Marchandise en stock", description: receipt.number });
            setOpen(null);
            await revalidate();
          }}
        />
      )}
      {open === "close" && (
        <ConfirmDialog
          title={`Clore le bon ${receipt.number} ?`}
          confirmLabel="Clore"
          onConfirm={async () => {
            await mutate("Clore le bon", () => closeReceipt(getSupabase(), receipt.id));
            setOpen(null);
          }}
          onCancel={() => setOpen(null)}
        >
          Ce qui manque n'est plus attendu. Un bon clos ne change plus.
        </ConfirmDialog>
      )}
    </>
  );
}

function ReceiptLines({ receipt }: { receipt: Receipt }) {
  return (
    <Panel title="Articles du bon">
      <ul className="divide-y divide-border text-sm">
        {receipt.lines.map(({ item_id, name, quantity, received_quantity, unit_cost }) => (
          <li key={item_id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="whitespace-nowrap tabular-nums">
              Reçu : {received_quantity} sur {quantity}
              {unit_cost !== null && `, à ${formatXof(unit_cost)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
