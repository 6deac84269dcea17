/** /admin/orders/:id/edit: the change of an order that is not on the road yet. */
import { ChangeableOrder } from "#app/features/admin/order-entry/changeable-order.tsx";
import { OrderChange } from "#app/features/admin/order-entry/order-change.tsx";
import { findOrderToChange } from "#app/features/admin/order-entry/staff-orders.queries.ts";
import { WithDeliveryOffer } from "#app/features/admin/order-entry/with-delivery-offer.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { getDeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order-edit";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/orders/${params.id}/edit`, "Modifier une commande");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const [offer, order] = await Promise.all([
    toResult("delivery offer", getDeliveryOffer(client)),
    toResult("order to change", findOrderToChange(client, params.id)),
  ]);
  return { offer, order };
}

export default function EditOrderPage({ loaderData: { offer, order } }: Route.ComponentProps) {
  return (
    <ChangeableOrder result={order}>
      {(stored) => (
        <WithDeliveryOffer result={offer}>
          {(places) => <OrderChange key={stored.id} stored={stored} offer={places} />}
        </WithDeliveryOffer>
      )}
    </ChangeableOrder>
  );
}
