/**
 * The cart. Its HTML is the same for everyone (the lines are in the browser), so it is kept like a public page;
 * what the lines cost is compared with the shop as soon as it opens, and what had to be repaired is said beside
 * the line.
 */
import { useRef } from "react";
import { data } from "react-router";
import { NeedsScript } from "../../components/ui/needs-script.tsx";
import { Notice } from "../../components/ui/notice.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { shippingFor } from "../../features/cart/cart-items.ts";
import { CartLine, LostCartLine } from "../../features/cart/cart-line.tsx";
import { useCart } from "../../features/cart/cart-provider.tsx";
import { CartSkeleton } from "../../features/cart/cart-skeleton.tsx";
import { CartSummary, SeriousOrdersNotice } from "../../features/cart/cart-summary.tsx";
import { EmptyCart } from "../../features/cart/empty-cart.tsx";
import { ScamWarnings } from "../../features/cart/scam-warnings.tsx";
import { useCartReview } from "../../features/cart/use-cart-review.ts";
import { RecentlySeen } from "../../features/catalog/recently-seen.tsx";
import { useShop } from "../../features/content/shop-settings.tsx";
import { pageMeta, siteOf } from "../../lib/page-meta.ts";
import { publicPage, publicPageHeaders } from "../../lib/public-page.ts";
import type { Route } from "./+types/cart";

export function loader() {
  return data(null, publicPage([], []));
}

export const headers = publicPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({
    ...siteOf(matches),
    path: "/cart",
    title: "Panier",
    description: "Votre panier : vérifiez vos articles, puis commandez et payez à la livraison.",
    noindex: true,
  });
}

export default function CartPage() {
  const cart = useCart();
  const { shipping_fee, low_stock_threshold } = useShop();
  const { state } = useCartReview();
  const heading = useRef<HTMLHeadingElement>(null);
  const lost = cart.notices.filter((notice) => notice.kind === "gone" || notice.kind === "sold-out");

  function remove(id: string) {
    const index = cart.items.findIndex((item) => item.id === id);
    const item = cart.items[index];
    if (!item) return;
    cart.remove(id);
    heading.current?.focus();
    toast({
      title: "Produit retiré",
      description: item.name,
      action: { label: "Annuler", onClick: () => cart.restore(item, index) },
    });
  }

  function clear() {
    cart.clear();
    heading.current?.focus();
    toast({ title: "Panier vidé" });
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
          <NeedsScript />
          <CartSkeleton />
        </>
      )}
      {cart.ready && (
        <div
          className={cart.items.length > 0 ? "grid items-start gap-6 lg:grid-cols-[1fr_360px]" : "grid gap-6"}
        >
          {lost.length + cart.items.length > 0 && (
            <div className="grid gap-3">
              {state === "failed" && (
                <Notice tone="warning" role="status">
                  Les prix et le stock n'ont pas pu être vérifiés. Ils le seront avant la commande.
                </Notice>
              )}
              <ul className="card divide-y divide-line overflow-hidden">
                {lost.map((notice) => (
                  <LostCartLine
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
              <EmptyCart />
              <RecentlySeen lowStockThreshold={low_stock_threshold} />
            </div>
          )}
          {cart.items.length > 0 && (
            <div className="grid gap-4 lg:sticky lg:top-4">
              <CartSummary subtotal={cart.subtotal} shipping={shippingFor(cart.subtotal, shipping_fee)} />
              <SeriousOrdersNotice />
            </div>
          )}
        </div>
      )}
    </div>
  );
}
