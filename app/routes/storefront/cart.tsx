/**
 * The cart page. Its HTML is the same for everyone (the lines are in the browser), so it is cached like a
 * public page. The lines are reconciled with the shop when the page opens, and corrections are shown beside
 * the line.
 */
import { useEffect, useRef } from "react";
import { data } from "react-router";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { toast } from "#app/components/ui/toast/toast.ts";
import { calculateShipping } from "#app/features/cart/cart-items.ts";
import { CartLine, UnavailableCartLine } from "#app/features/cart/cart-line.tsx";
import { useCart } from "#app/features/cart/cart-provider.tsx";
import { CartSkeleton } from "#app/features/cart/cart-skeleton.tsx";
import { CartSummary, FraudulentOrdersNotice } from "#app/features/cart/cart-summary.tsx";
import { EmptyCart } from "#app/features/cart/empty-cart.tsx";
import { isCartStored } from "#app/features/cart/is-cart-stored.ts";
import { ScamWarnings } from "#app/features/cart/scam-warnings.tsx";
import { useCartReconciliation } from "#app/features/cart/use-cart-reconciliation.ts";
import { RecentlyViewed } from "#app/features/catalog/recently-viewed/recently-viewed.tsx";
import { getLowestFee, useShop } from "#app/features/content/shop-settings.tsx";
import type { PageHandle } from "#app/lib/pages/page-handle.ts";
import { getSiteMeta, pageMeta } from "#app/lib/pages/page-meta.ts";
import { getPublicPageInit, publicPageHeaders } from "#app/lib/pages/public-page.ts";
import type { Route } from "./+types/cart";

export function loader() {
  return data(null, getPublicPageInit([], []));
}

/** Opened from another page the cart needs no request, and thus no network. */
export const clientLoader = () => null;

export const headers = publicPageHeaders;

export const handle: PageHandle = { noindex: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...getSiteMeta(matches),
    path: "/cart",
    title: "Panier",
    description: "Votre panier : vérifiez vos articles, puis commandez et payez à la livraison.",
  });
}

export default function CartPage() {
  const cart = useCart();
  const shop = useShop();
  const { fee, isFlat } = getLowestFee(shop);
  const { state } = useCartReconciliation();
  const heading = useRef<HTMLHeadingElement>(null);
  const unavailableNotices = cart.notices.filter(
    (notice) => notice.kind === "unavailable" || notice.kind === "sold-out",
  );

  // Its lines are gone, and the focus with them.
  useEffect(() => {
    if (cart.isEmptiedElsewhere && document.activeElement === document.body) heading.current?.focus();
  }, [cart.isEmptiedElsewhere]);

  function remove(id: string) {
    cart.removeWithUndo(id);
    heading.current?.focus();
  }

  function clear() {
    const removed = cart.items;
    cart.clear();
    heading.current?.focus();
    toast({
      title: "Panier vidé",
      action: { label: "Annuler", onClick: () => cart.restoreAll(removed) },
    });
  }

  return (
    <div className="page grid grid-cols-1 gap-6 py-6 md:py-10">
      <ScamWarnings />
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
          Mon panier
        </h1>
        {cart.items.length > 0 && (
          <button type="button" className="link min-h-11" onClick={clear}>
            Vider le panier
          </button>
        )}
      </div>
      {!cart.ready && (
        <>
          <NoScriptNotice
            advice={`. Sans lui, commandez par WhatsApp sur la page d'un produit${shop.phone && `, ou appelez-nous au ${shop.phone}`}`}
          />
          <CartSkeleton />
        </>
      )}
      {state === "checked" && !isCartStored(cart.items) && (
        <Notice variant="warning" role="status">
          Votre panier n'est pas gardé&nbsp;: la mémoire de cet appareil est pleine, ou le navigateur ne
          permet pas de s'en servir. Il sera perdu si la page est rechargée.
        </Notice>
      )}
      {cart.ready && (
        <div className={cart.items.length > 0 ? "grid items-start gap-6 lg:grid-cols-aside" : "grid gap-6"}>
          {unavailableNotices.length + cart.items.length > 0 && (
            <div className="grid gap-3">
              {state === "failed" && (
                <Notice variant="warning" role="status">
                  Les prix et le stock n'ont pas pu être vérifiés. Ils le seront avant la commande.
                </Notice>
              )}
              <ul className="card divide-y divide-border overflow-hidden">
                {unavailableNotices.map((notice) => (
                  <UnavailableCartLine
                    key={notice.id}
                    notice={notice}
                    onDismiss={() => {
                      cart.dismissNotice(notice.id);
                      heading.current?.focus();
                    }}
                  />
                ))}
                {cart.items.map((item) => (
                  <CartLine
                    key={item.id}
                    item={item}
                    notices={cart.notices.filter(({ id }) => id === item.id)}
                    onQuantity={(quantity) => cart.setQuantity(item.id, quantity)}
                    onRemove={() => remove(item.id)}
                  />
                ))}
              </ul>
            </div>
          )}
          {cart.items.length === 0 && (
            <div className="min-w-0">
              <EmptyCart isEmptiedElsewhere={cart.isEmptiedElsewhere === true} />
              <RecentlyViewed lowStockThreshold={shop.low_stock_threshold} />
            </div>
          )}
          {cart.items.length > 0 && (
            <div className="grid gap-4 lg:sticky lg:top-4">
              <CartSummary
                subtotal={cart.subtotal}
                shipping={calculateShipping(cart.subtotal, fee)}
                isEstimate={!isFlat}
              />
              <FraudulentOrdersNotice />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
