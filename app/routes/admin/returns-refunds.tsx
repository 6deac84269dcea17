/** /admin/returns/refunds: the orders that paid more than they owe. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { PhoneLink } from "#app/components/admin/phone-link.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { RefundDialog } from "#app/features/admin/returns/refund-dialog.tsx";
import { listOrdersToRefund, type OrderToRefund } from "#app/features/admin/returns/returns.queries.ts";
import { ReturnsTabs } from "#app/features/admin/returns/returns-tabs.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import {
  getOrderStatusColor,
  getOrderStatusLabel,
} from "#app/features/admin/shared/labels/order-statuses.ts";
import { OrderLink } from "#app/features/admin/shared/order-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/returns-refunds";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/returns/refunds", "À rembourser");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = parsePageParam(new URL(request.url).searchParams.get("page"));
  return { result: await toResult("orders to refund", listOrdersToRefund(getSupabase(), page)) };
}

export default function RefundsPage({ loaderData: { result } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [refunding, setRefunding] = useState<OrderToRefund | null>(null);
  const mayRefund = useRight("returns.refund");
  return (
    <>
      <ReturnsTabs />
      <PageActions lead="Annulées après un paiement, retournées, ou payées en trop.">
        <RefreshButton compact />
      </PageActions>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les remboursements"
        empty="Aucune commande n'est à rembourser."
      >
        {(rows) => (
          <DataTable
            caption="Les commandes à rembourser"
            columns={[
              ...columns,
              {
                label: "Actions",
                numeric: true,
                cardPosition: "full",
                render: (order) =>
                  mayRefund && (
                    <Button
                      variant="outline"
                      aria-label={`Rembourser ${order.number}`}
                      onClick={() => setRefunding(order)}
                    >
                      Rembourser
                    </Button>
                  ),
              },
            ]}
            rows={rows}
            getRowKey={({ id }) => id}
          />
        )}
      </ListResult>
      {refunding && (
        <RefundDialog
          order={refunding}
          refundable={refunding.refundable}
          onClose={() => setRefunding(null)}
          onRefunded={async () => {
            setRefunding(null);
            await revalidate();
          }}
        />
      )}
    </>
  );
}

const columns: Column<OrderToRefund>[] = [
  {
    label: "Commande",
    isRowHeader: true,
    render: ({ number, customer_name }) => (
      <span className="grid justify-items-start">
        <OrderLink number={number} />
        <span className="text-xs font-normal wrap-anywhere text-muted">{customer_name}</span>
      </span>
    ),
  },
  { label: "Téléphone", render: ({ customer_phone }) => <PhoneLink phone={customer_phone} /> },
  {
    label: "Statut",
    render: ({ status }) => <Tag color={getOrderStatusColor(status)}>{getOrderStatusLabel(status)}</Tag>,
  },
  { label: "Payé", numeric: true, render: ({ paid_amount }) => formatXof(paid_amount) },
  {
    label: "À rembourser",
    numeric: true,
    render: ({ refundable }) => <strong className="whitespace-nowrap">{formatXof(refundable)}</strong>,
  },
];
