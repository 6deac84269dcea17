/** /admin/orders/:id/split: the split of an order into what is delivered now and what is delivered later. */
import { ChangeableOrder } from "#app/features/admin/order-entry/changeable-order.tsx";
import { OrderSplit } from "#app/features/admin/order-entry/order-split.tsx";
import { findOrderToChange } from "#app/features/admin/order-entry/staff-orders.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order-split";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/orders/${params.id}/split`, "Séparer une commande");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { order: await toResult("order to split", findOrderToChange(getSupabase(), params.id)) };
}

export default function SplitOrderPage({ loaderData: { order } }: Route.ComponentProps) {
  return (
    <ChangeableOrder result={order}>
      {(stored) => <OrderSplit key={stored.id} stored={stored} />}
    </ChangeableOrder>
  );
}
