/**
 * An order's form with the zones and pick-up points that it offers. Without them an order can be entered all the same:
 * the database computes its fee. The form says that they are missing.
 */
import type { ReactNode } from "react";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import type { DeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import type { Result } from "#app/lib/result.ts";

interface WithDeliveryOfferProps {
  result: Result<DeliveryOffer>;
  children(offer: DeliveryOffer): ReactNode;
}

export function WithDeliveryOffer({ result, children }: WithDeliveryOfferProps) {
  const lastGood = useLastGood(result);
  return (
    <>
      {!lastGood.ok && <RouteLoadError message="Impossible de charger les zones et les points de retrait" />}
      {children(lastGood.ok ? lastGood.value : { zones: [], pickupPoints: [] })}
    </>
  );
}
