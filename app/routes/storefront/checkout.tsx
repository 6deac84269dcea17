/**
 * The checkout, for signed-in customers with items in the cart. Form values survive failures and reloads, and
 * changes of prices or stock are shown before the order is placed.
 */
import { useState } from "react";
import { Navigate, replace } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { OfflineNotice } from "#app/components/ui/offline-notice.tsx";
import { calculateShipping } from "#app/features/cart/cart-items.ts";
import { UnavailableCartLine } from "#app/features/cart/cart-line.tsx";
import { CartNoticeText } from "#app/features/cart/cart-notice-text.tsx";
import { useCart } from "#app/features/cart/cart-provider.tsx";
import { useCartReconciliation } from "#app/features/cart/use-cart-reconciliation.ts";
import type { CheckoutDraft } from "#app/features/checkout/checkout-draft.ts";
import { CheckoutForm } from "#app/features/checkout/checkout-form.tsx";
import { CheckoutSkeleton } from "#app/features/checkout/checkout-skeleton.tsx";
import { OrderSummary } from "#app/features/checkout/order-summary.tsx";
import { CHECKOUT_SIGN_IN_PATH, showSignInRequired } from "#app/features/checkout/sign-in-required.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { getOrCreateProfile } from "#app/features/identity/profile/profile.mutations.ts";
import { toProfileValues } from "#app/features/identity/profile/profile.ts";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { getAuthClient } from "#app/lib/supabase/auth.client.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import "#app/routes/shared/preload-customer-modules.ts";
import type { Route } from "./+types/checkout";
import { useOrderPlacement } from "./use-order-placement.ts";

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/checkout",
    title: "Commande",
    description: "Finalisez votre commande et payez à la livraison.",
  });
}

export async function clientLoader() {
  const client = await getAuthClient();
  const { data, error } = await client.getSession();
  if (error) throw error;
  if (!data.session) {
    showSignInRequired();
    throw replace(CHECKOUT_SIGN_IN_PATH);
  }
  const { id, email = "" } = data.session.user;
  const account = { id, email };
  return { account, prefill: toResult("profile", loadPrefill(account)) };
}

/**
 * The form values from the profile; not awaited by the loader, so that the form can be filled in meanwhile.
 */
async function loadPrefill(account: { id: string; email: string }): Promise<CheckoutDraft> {
  return toProfileValues(await getOrCreateProfile(getSupabase(), account));
}

export default function CheckoutPage({ loaderData: { account, prefill } }: Route.ComponentProps) {
  const cart = useCart();
  const { shipping_fee } = useShop();
  const [changedFee, setChangedFee] = useState<number | null>(null);
  const { check } = useCartReconciliation();
  const shipping = calculateShipping(cart.subtotal, changedFee ?? shipping_fee);
  const { phase, error, submit } = useOrderPlacement({
    userId: account.id,
    shipping,
    recheck: check,
    onShipping: setChangedFee,
  });
  const unavailableNotices = cart.notices.filter(
    (notice) => notice.kind === "unavailable" || notice.kind === "sold-out",
  );

  if (!cart.ready || phase === "done") return <HydrateFallback />;
  if (cart.items.length === 0) return <Navigate to="/cart" replace />;
  return (
    <PageLayout>
      <CheckoutForm account={account} prefill={prefill} onSubmit={submit}>
        <OrderSummary
          lines={cart.items}
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
          shipping={shipping}
          error={
            error && (
              <Notice variant="error" role="alert" className="grid justify-items-start gap-1">
                <p className="font-semibold">{error.message}</p>
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
      </CheckoutForm>
    </PageLayout>
  );
}

export function ErrorBoundary() {
  return (
    <PageLayout>
      <OfflineNotice />
    </PageLayout>
  );
}

export function HydrateFallback() {
  return (
    <PageLayout>
      <NoScriptNotice />
      <CheckoutSkeleton />
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
