/** The totals of the cart, with the links to the checkout and the catalogue. */

import ShieldCheck from "lucide-react/icons/shield-check";
import { Link } from "react-router";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { formatXof } from "#app/lib/format/money.ts";

interface CartSummaryProps {
  /** Whole francs. */
  subtotal: number;
  shipping: number;
}

export function CartSummary({ subtotal, shipping }: CartSummaryProps) {
  const total = subtotal + shipping;
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
          <dd className="font-medium">{formatXof(shipping)}</dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border pt-3">
          <dt className="text-lg font-bold">Total</dt>
          <dd className="text-2xl font-extrabold">
            <output>{formatXof(total)}</output>
          </dd>
        </div>
      </dl>
      {total > 0 ? (
        <Link to="/checkout" prefetch="intent" className={buttonClass("primary", "w-full")}>
          Passer la commande
        </Link>
      ) : (
        <Button variant="primary" disabled className="w-full">
          Passer la commande
        </Button>
      )}
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
