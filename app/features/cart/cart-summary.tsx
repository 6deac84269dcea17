/**
 * The totals of the cart, with the links to the checkout and the catalogue. On a phone the total and the link to the
 * checkout are in a bar at the bottom of the window.
 */

import ShieldCheck from "lucide-react/icons/shield-check";
import { Link } from "react-router";
import { BarTotal } from "#app/components/ui/bar-total.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { formatXof } from "#app/lib/format/money.ts";

const ORDER_CLASS = "max-md:min-h-12 max-md:flex-1 max-md:basis-44 max-md:px-2 md:grow";

interface CartSummaryProps {
  /** Whole francs. */
  subtotal: number;
  shipping: number;
  /** The fee is the lowest one, since the town decides. */
  isEstimate: boolean;
}

export function CartSummary({ subtotal, shipping, isEstimate }: CartSummaryProps) {
  const total = subtotal + shipping;
  const from = isEstimate ? "dès " : "";
  return (
    <section aria-labelledby="cart-summary" className="card grid gap-4 p-4 sm:p-6">
      <h2 id="cart-summary" className="text-xl">
        Récapitulatif
      </h2>
      <dl className="grid gap-2 tabular-nums">
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">Sous-total</dt>
          <dd className="font-medium">{formatXof(subtotal)}</dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">Livraison</dt>
          <dd className="font-medium">
            {from}
            {formatXof(shipping)}
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border pt-3">
          <dt className="text-lg font-bold">Total</dt>
          <dd className="text-2xl font-extrabold">
            <output>
              {from}
              {formatXof(total)}
            </output>
          </dd>
        </div>
      </dl>
      <div className="buy-bar flex-wrap items-center gap-x-3">
        <BarTotal total={`${from}${formatXof(total)}`} />
        {total > 0 ? (
          <Link to="/checkout" className={buttonClass("primary", ORDER_CLASS)}>
            Passer la commande
          </Link>
        ) : (
          <Button variant="primary" disabled className={ORDER_CLASS}>
            Passer la commande
          </Button>
        )}
      </div>
      <Link to="/products" className={buttonClass("outline", "w-full")}>
        Continuer mes achats
      </Link>
      <p className="flex items-center gap-2 text-sm font-medium text-success">
        <ShieldCheck aria-hidden size={20} className="shrink-0" />
        Vous payez à la livraison, en main propre.
      </p>
    </section>
  );
}

export function FraudulentOrdersNotice() {
  return (
    <aside className="rounded-card border border-border bg-white p-4 text-sm">
      <h2 className="font-sans text-base font-bold">Commandes sérieuses uniquement</h2>
      <p className="mt-1 text-muted">
        La boutique peut annuler toute commande non sérieuse ou frauduleuse. Les frais de traitement ne sont
        pas remboursés.{" "}
        <Link to="/terms#commandes-serieuses" className="link">
          Ce que cela veut dire
        </Link>
      </p>
    </aside>
  );
}
