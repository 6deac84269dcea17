/** /admin/delivery: the delivery zones with their fees and days, and the pick-up points. */
import { listPickupPoints, listZones } from "#app/features/admin/delivery/delivery.queries.ts";
import { PickupPointList } from "#app/features/admin/delivery/pickup-point-list.tsx";
import { ZoneList } from "#app/features/admin/delivery/zone-list.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/delivery";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/delivery", "Livraison");
}

export async function clientLoader() {
  const [zones, points] = await Promise.all([
    toResult("delivery zones", listZones(getSupabase(), 1)),
    toResult("pick-up points", listPickupPoints(getSupabase(), 1)),
  ]);
  return { zones, points };
}

export default function DeliveryPage({ loaderData: { zones, points } }: Route.ComponentProps) {
  return (
    <>
      <ZoneList zones={zones} />
      <PickupPointList points={points} />
    </>
  );
}
