/** /admin/orders/new: an order that staff enter, from a draft if the address names one. */
import { OrderEntry } from "#app/features/admin/order-entry/order-entry.tsx";
import { findDraft } from "#app/features/admin/order-entry/staff-orders.queries.ts";
import { WithDeliveryOffer } from "#app/features/admin/order-entry/with-delivery-offer.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { getDeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/order-new";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/orders/new", "Nouvelle commande");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const draftId = new URL(request.url).searchParams.get("draft");
  const client = getSupabase();
  const [offer, draft] = await Promise.all([
    toResult("delivery offer", getDeliveryOffer(client)),
    draftId === null ? null : toResult("order draft", findDraft(client, draftId)),
  ]);
  return { offer, draft };
}

export default function NewOrderPage({ loaderData: { offer, draft } }: Route.ComponentProps) {
  if (draft === null) {
    return (
      <WithDeliveryOffer result={offer}>
        {(places) => <OrderEntry key="new" draft={null} offer={places} />}
      </WithDeliveryOffer>
    );
  }
  return (
    <RowResult
      result={draft}
      errorMessage="Impossible de charger ce brouillon"
      notFoundMessage="Ce brouillon n'existe plus : il a été passé ou supprimé."
      list={{ path: "/admin/orders/drafts", label: "Brouillons" }}
    >
      {(stored) => (
        <WithDeliveryOffer result={offer}>
          {(places) => <OrderEntry key={`${stored.id} ${stored.updated_at}`} draft={stored} offer={places} />}
        </WithDeliveryOffer>
      )}
    </RowResult>
  );
}
