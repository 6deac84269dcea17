/** /admin/returns/count-in: what was refused at the door, and is counted in when the courier is back. */
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Panel } from "#app/components/admin/panel.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { Button } from "#app/components/ui/button.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { PiecesDialog } from "#app/features/admin/returns/pieces-dialog.tsx";
import { countIn } from "#app/features/admin/returns/returns.mutations.ts";
import { listOrdersToCountIn, type OrderToCountIn } from "#app/features/admin/returns/returns.queries.ts";
import { ReturnsTabs } from "#app/features/admin/returns/returns-tabs.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { formatNamedQuantity } from "#app/features/admin/shared/labels/line-quantities.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { randomId } from "#app/lib/random-id.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/returns-count-in";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/returns/count-in", "Articles à compter");
}

export async function clientLoader() {
  return { result: await toResult("pieces to count in", listOrdersToCountIn(getSupabase())) };
}

interface Counting {
  order: OrderToCountIn;
  /** Generated here, so that a retry after a lost response does not count twice. */
  eventId: string;
}

export default function CountInPage({ loaderData: { result } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  const [counting, setCounting] = useState<Counting | null>(null);
  const mayReceive = useRight("returns.receive");
  return (
    <>
      <ReturnsTabs />
      <PageActions lead="Ce que des clients ont refusé, et que le livreur rapporte.">
        <RefreshButton compact />
      </PageActions>
      {result.ok ? (
        <Panel title="Articles à compter">
          <Orders
            orders={result.value}
            onCount={mayReceive ? (order) => setCounting({ order, eventId: randomId() }) : undefined}
          />
        </Panel>
      ) : (
        <RouteLoadError message="Impossible de charger les articles à compter" />
      )}
      {counting && (
        <PiecesDialog
          title={`Compter ${counting.order.number}`}
          lines={counting.order.lines.map(({ line_position, name, sold_by, missing, is_stocked }) => ({
            position: line_position,
            name,
            soldBy: sold_by,
            pieces: missing,
            isStocked: is_stocked,
          }))}
          action="count pieces in"
          onCount={(pieces) => countIn(getSupabase(), counting.order.order_id, counting.eventId, pieces)}
          onDone={async () => {
            toast({ title: "Articles comptés", description: counting.order.number });
            setCounting(null);
            await revalidate();
          }}
          onClose={() => setCounting(null)}
        />
      )}
    </>
  );
}

interface OrdersProps {
  orders: readonly OrderToCountIn[];
  /** Absent for whoever may not count. */
  onCount: ((order: OrderToCountIn) => void) | undefined;
}

function Orders({ orders, onCount }: OrdersProps) {
  if (orders.length === 0)
    return <p className="p-4 text-sm text-muted">Tout ce qui est revenu est compté.</p>;
  return (
    <ul className="divide-y divide-border">
      {orders.map((order) => (
        <li key={order.order_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
          <div className="min-w-0 grow basis-56">
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                to={`/admin/orders?search=${order.number}`}
                className="inline-flex min-h-11 items-center font-semibold hover:underline md:min-h-0"
              >
                {order.number}
              </Link>
              <span className="wrap-anywhere text-muted">
                {order.customer_name}
                {order.held_by && ` · chez ${order.held_by}`}
              </span>
            </p>
            <ul>
              {order.lines.map(({ line_position, name, sold_by, missing }) => (
                <li key={line_position} className="wrap-anywhere">
                  {formatNamedQuantity(missing, name, sold_by)}
                </li>
              ))}
            </ul>
          </div>
          {onCount && (
            <Button
              variant="outline"
              aria-label={`Compter les articles de ${order.number}`}
              className="max-sm:w-full"
              onClick={() => onCount(order)}
            >
              Compter
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
