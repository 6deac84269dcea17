/**
 * The checkout, for signed-in customers with items in the cart. Form values survive failures and reloads, and
 * changes of prices or stock are shown before the order is placed. The form is server-rendered and the same for
 * everyone: on a slow phone it can be filled in before hydration.
 */
import { useEffect, useState } from "react";
import { data, Navigate, replace, useRevalidator } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { calculateShipping } from "#app/features/cart/cart-items.ts";
import { UnavailableCartLine } from "#app/features/cart/cart-line.tsx";
import { CartNoticeText } from "#app/features/cart/cart-notice-text.tsx";
import { useCart } from "#app/features/cart/cart-provider.tsx";
import { useCartReconciliation } from "#app/features/cart/use-cart-reconciliation.ts";
import type { CheckoutValues } from "#app/features/checkout/checkout.schema.ts";
import type { CheckoutDraft } from "#app/features/checkout/checkout-draft.ts";
import { CheckoutForm, type DeliveryPlace } from "#app/features/checkout/checkout-form.tsx";
import { OrderSummary } from "#app/features/checkout/order-summary.tsx";
import { OrderSummarySkeleton } from "#app/features/checkout/order-summary-skeleton.tsx";
import { PromoCodeField } from "#app/features/checkout/promo-code-field.tsx";
import {
  CHECKOUT_SIGN_IN_PATH,
  hideSignInRequired,
  showSignInRequired,
} from "#app/features/checkout/sign-in-required.ts";
import { useDeliveryQuote } from "#app/features/checkout/use-delivery-quote.ts";
import { usePromoCode } from "#app/features/checkout/use-promo-code.ts";
import { getLowestFee, useShop } from "#app/features/content/shop-settings.tsx";
import { getOrCreateProfile } from "#app/features/identity/profile/profile.mutations.ts";
import { toProfileValues } from "#app/features/identity/profile/profile.ts";
import { RenewalNotice } from "#app/features/identity/session/renewal-notice.tsx";
import { findAccount } from "#app/features/identity/session/require-user.ts";
import { hasConfirmation } from "#app/features/orders/confirmation.ts";
import { type DeliveryOffer, getDeliveryOffer } from "#app/lib/models/delivery-offer.queries.ts";
import { getUnitPrice } from "#app/lib/models/price-steps.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { createAnonSupabase } from "#app/lib/supabase/supabase.server.ts";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/checkout";
import { useOrderPlacement } from "./use-order-placement.ts";

export const handle: PageHandle = { signedIn: true, noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/checkout",
    title: "Commande",
    description: "Finalisez votre commande et payez à la livraison.",
  });
}

/** Without it everything costs the flat fee; the database says so if that is wrong. */
const NO_OFFER: DeliveryOffer = { zones: [], pickupPoints: [] };

/** The server knows no account. */
export async function loader({ context }: Route.LoaderArgs) {
  const offer = await toResult("delivery offer", getDeliveryOffer(createAnonSupabase(context)));
  return data(
    { account: null, prefill: null, offer: offer.ok ? offer.value : NO_OFFER },
    getPublicPageInit([], [offer]),
  );
}

export const headers = publicPageHeaders;

export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [account, loaded] = await Promise.all([findAccount(), toResult("delivery offer", serverLoader())]);
  if (!account) {
    showSignInRequired();
    throw replace(CHECKOUT_SIGN_IN_PATH);
  }
  hideSignInRequired();
  return {
    account,
    prefill: toResult("profile", loadPrefill(account)),
    offer: loaded.ok ? loaded.value.offer : NO_OFFER,
  };
}

/** The server's HTML is shown, and hydrated, while this runs. */
clientLoader.hydrate = true as const;

/**
 * The form values from the profile; not awaited by the loader, so that the form can be filled in meanwhile.
 */
async function loadPrefill(account: { id: string; email: string }): Promise<CheckoutDraft> {
  return toProfileValues(await getOrCreateProfile(getSupabase(), account));
}

export default function CheckoutPage({ loaderData: { account, prefill, offer } }: Route.ComponentProps) {
  const cart = useCart();
  const { check } = useCartReconciliation();
  const { delivery, shipping, isEstimate, getShipping, setPlace, setChangedFee, forget } = useDelivery(offer);
  const { revalidate } = useRevalidator();
  const promo = usePromoCode(cart.items, account?.id ?? null);
  const lines = cart.items.map((item) => ({ ...item, price: getUnitPrice(item, item.quantity) }));
  const { phase, error, submit, findPlacedElsewhere } = useOrderPlacement({
    promo: promo.applied,
    applyTypedPromo: promo.applyTyped,
    onPromoRefused: promo.refuse,
    userId: account?.id ?? null,
    getShipping,
    recheck: check,
    onShipping: setChangedFee,
    onRefused() {
      forget();
      // A zone or a pick-up point may have been closed meanwhile.
      void revalidate();
    },
  });
  const unavailableNotices = cart.notices.filter(
    (notice) => notice.kind === "unavailable" || notice.kind === "sold-out",
  );

  const isReady = account !== null && cart.ready && phase !== "done";
  if (isReady && cart.items.length === 0) {
    const placed = findPlacedElsewhere();
    if (placed !== null) return <OrderPlacedElsewhere id={placed} />;
    // Where the network lost the confirmation's code, the page is loaded again: the order is told then.
    return <Navigate to={hasConfirmation() ? "/order-confirmation" : "/cart"} replace />;
  }
  return (
    <PageLayout>
      <NoScriptNotice />
      <RenewalNotice />
      <div className="needs-script">
        <CheckoutForm
          account={account}
          prefill={prefill}
          delivery={delivery}
          onPlace={setPlace}
          onSubmit={submit}
        >
          {isReady ? (
            <OrderSummary
              lines={lines}
              renderLineNotices={(id) =>
                cart.notices
                  .filter((notice) => notice.id === id)
                  .map((notice) => <CartNoticeText key={notice.kind} notice={notice} />)
              }
              unavailableLines={
                unavailableNotices.length > 0 && (
                  <ul className="overflow-hidden rounded-md border border-border">
                    {unavailableNotices.map((notice) => (
                      <UnavailableCartLine
                        key={notice.id}
                        notice={notice}
                        onDismiss={() => cart.dismissNotice(notice.id)}
                      />
                    ))}
                  </ul>
                )
              }
              subtotal={cart.subtotal}
              shipping={promo.applied?.isFreeDelivery ? 0 : shipping}
              discount={promo.applied?.discount ?? 0}
              promo={<PromoCodeField promo={promo} />}
              isEstimate={isEstimate && !promo.applied?.isFreeDelivery}
              error={
                error && (
                  <Notice variant="error" role="alert" className="grid justify-items-start gap-1">
                    <p className="font-semibold">
                      <UnbrokenNumbers text={error.message} />
                    </p>
                    {error.retry && (
                      <button type="submit" className="min-h-11 font-semibold underline underline-offset-4">
                        Réessayer
                      </button>
                    )}
                  </Notice>
                )
              }
              busy={phase === "sending"}
            />
          ) : (
            <OrderSummarySkeleton />
          )}
        </CheckoutForm>
      </div>
    </PageLayout>
  );
}

/** Leads to the order, and says where it comes from. */
function OrderPlacedElsewhere({ id }: { id: string }) {
  useEffect(() => {
    toast({
      title: "Commande déjà enregistrée",
      description: "Vous l'avez passée dans un autre onglet : la voici.",
      variant: "info",
    });
  }, []);
  return <Navigate to={`/account/orders/${id}`} replace />;
}

/** The fee of the chosen place, which a shop without zones knows at once. */
function useDelivery(offer: DeliveryOffer) {
  const { items, subtotal } = useCart();
  const shop = useShop();
  const { shipping_fee } = shop;
  const [place, setPlace] = useState<DeliveryPlace>({ city: "", quarter: "", pickupPoint: "" });
  const [changedFee, setChangedFee] = useState<number | null>(null);
  const hasZones = offer.zones.length > 0;
  const { ask, forget, ...quote } = useDeliveryQuote(
    hasZones && place.pickupPoint === "" ? { ...place, items } : null,
  );

  async function getShipping({ city, quarter, pickupPoint }: CheckoutValues): Promise<number> {
    if (pickupPoint !== "") return 0;
    const answer = hasZones && changedFee === null ? await ask({ city, quarter, items }) : null;
    return calculateShipping(subtotal, changedFee ?? answer?.fee ?? shipping_fee);
  }

  const fee =
    place.pickupPoint === ""
      ? (changedFee ?? quote.quote?.fee ?? (hasZones ? getLowestFee(shop).fee : shipping_fee))
      : 0;
  return {
    delivery: { ...offer, ...quote },
    shipping: calculateShipping(subtotal, fee),
    isEstimate: hasZones && place.pickupPoint === "" && changedFee === null && quote.quote?.fee == null,
    getShipping,
    forget,
    setPlace(changed: DeliveryPlace) {
      const { city, quarter, pickupPoint } = changed;
      if (city === place.city && quarter === place.quarter && pickupPoint === place.pickupPoint) return;
      setPlace(changed);
      // The fee that the database named was that of another place.
      setChangedFee(null);
    },
    setChangedFee(changed: number) {
      forget();
      setChangedFee(changed);
    },
  };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageLayout>
      <OfflineNotice error={error} />
    </PageLayout>
  );
}

function PageLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-3xl">Finaliser ma commande</h1>
      {children}
    </div>
  );
}
