/**
 * The checkout, for signed-in customers with something in the cart. Nothing typed or chosen here is lost by a
 * failure or a reload, and whatever the shop changed meanwhile is said before it is paid.
 */
import { useState } from "react";
import { Navigate, replace } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { OfflineNotice } from "../../components/ui/offline-notice.tsx";
import { shippingFor } from "../../features/cart/cart-items.ts";
import { LostCartLine } from "../../features/cart/cart-line.tsx";
import { CartNoticeText } from "../../features/cart/cart-notice-text.tsx";
import { useCart } from "../../features/cart/cart-provider.tsx";
import { useCartReview } from "../../features/cart/use-cart-review.ts";
import type { Draft } from "../../features/checkout/checkout-draft.ts";
import { CheckoutForm } from "../../features/checkout/checkout-form.tsx";
import { CheckoutSkeleton } from "../../features/checkout/checkout-skeleton.tsx";
import { OrderSummary } from "../../features/checkout/order-summary.tsx";
import { askToSignIn, CHECKOUT_SIGN_IN } from "../../features/checkout/sign-in-first.ts";
import { useShop } from "../../features/content/shop-settings.tsx";
import { getOrCreateProfile } from "../../features/identity/profile.mutations.ts";
import { authClient } from "../../lib/auth.client.ts";
import { load } from "../../lib/loaded.ts";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { formatPhone } from "../../lib/phone.ts";
import { supabase } from "../../lib/supabase.client.ts";
import "../parts/customer-code.ts";
import type { Route } from "./+types/checkout";
import { useOrderPlacement } from "./use-order-placement.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/checkout",
    title: "Commande",
    description: "Finalisez votre commande et payez à la livraison.",
    noindex: true,
  });
}

export async function clientLoader() {
  const client = await authClient();
  const { data, error } = await client.getSession();
  if (error) throw error;
  if (!data.session) {
    askToSignIn();
    throw replace(CHECKOUT_SIGN_IN);
  }
  const { id, email = "" } = data.session.user;
  const account = { id, email };
  return { account, known: load("profile", loadKnown(account)) };
}

/** What the profile knows of the form; not awaited, so that the form can be filled while it is on its way. */
async function loadKnown(account: { id: string; email: string }): Promise<Draft> {
  const profile = await getOrCreateProfile(supabase(), account);
  return {
    firstName: profile.first_name ?? "",
    lastName: profile.last_name ?? "",
    phone: formatPhone(profile.phone ?? ""),
    address: profile.address ?? "",
    city: profile.city ?? "",
    postalCode: profile.postal_code ?? "",
  };
}

export default function CheckoutPage({ loaderData: { account, known } }: Route.ComponentProps) {
  const cart = useCart();
  const { shipping_fee } = useShop();
  const [changedFee, setChangedFee] = useState<number | null>(null);
  const { check } = useCartReview();
  const shipping = shippingFor(cart.subtotal, changedFee ?? shipping_fee);
  const { phase, problem, submit } = useOrderPlacement({
    userId: account.id,
    shipping,
    recheck: check,
    onShipping: setChangedFee,
  });
  const lost = cart.notices.filter((notice) => notice.kind === "gone" || notice.kind === "sold-out");

  if (!cart.ready || phase === "done") return <HydrateFallback />;
  if (cart.items.length === 0) return <Navigate to="/cart" replace />;
  return (
    <Frame>
      <CheckoutForm account={account} known={known} onSubmit={submit}>
        <OrderSummary
          lines={cart.items}
          noteFor={(id) =>
            cart.notices
              .filter((notice) => notice.id === id)
              .map((notice) => <CartNoticeText key={notice.kind} notice={notice} />)
          }
          lost={
            lost.length > 0 && (
              <ul className="overflow-hidden rounded-md border border-line">
                {lost.map((notice) => (
                  <LostCartLine
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
          problem={
            problem && (
              <Notice tone="error" role="alert" className="grid justify-items-start gap-1">
                <p className="font-semibold">{problem.message}</p>
                {problem.retry && (
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
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <OfflineNotice />
    </Frame>
  );
}

export function HydrateFallback() {
  return (
    <Frame>
      <NeedsScript />
      <CheckoutSkeleton />
    </Frame>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className="page grid gap-6 py-6 md:py-10">
      <h1 className="text-3xl">Finaliser ma commande</h1>
      {children}
    </div>
  );
}
