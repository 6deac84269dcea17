/** /admin/orders/new: an order that staff enter, from a draft if the address names one. */
import { OrderEntry } from "#app/features/admin/order-entry/order-entry.tsx";
import { findDraft } from "#app/features/admin/order-entry/staff-orders.queries.ts";
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
  // Without the zones an order can be entered all the same: the database computes its fee.
  return { offer: offer.ok ? offer.value : { zones: [], pickupPoints: [] }, draft };
}

export default function NewOrderPage({ loaderData: { offer, draft } }: Route.ComponentProps) {
  if (draft === null) return <OrderEntry key="new" draft={null} offer={offer} />;
  return (
    <RowResult
      result={draft}
      errorMessage="Impossible de charger ce brouillon"
      notFoundMessage="Ce brouillon n'existe plus : il a été passé ou supprimé."
      list={{ path: "/admin/orders/drafts", label: "Brouillons" }}
    >
      {(stored) => <OrderEntry key={`${stored.id} ${stored.updated_at}`} draft={stored} offer={offer} />}
    </RowResult>
  );
}
