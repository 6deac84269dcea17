/** The summary of the order: lines, totals, and the submit button. */
import Lock from "lucide-react/icons/lock";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { formatXof } from "#app/lib/format/money.ts";

interface SummaryLine {
  id: string;
  name: string;
  image: string | null;
  /** Whole francs for one piece. */
  price: number;
  quantity: number;
}

interface OrderSummaryProps {
  lines: readonly SummaryLine[];
  /** The notices beside a line. */
  renderLineNotices: (id: string) => ReactNode;
  /** Lines that are no longer available, shown above the others. */
  unavailableLines: ReactNode;
  /** Whole francs. */
  subtotal: number;
  shipping: number;
  /** The error of the last try. */
  error: ReactNode;
  busy: boolean;
}

export function OrderSummary({
  lines,
  renderLineNotices,
  unavailableLines,
  subtotal,
  shipping,
  error,
  busy,
}: OrderSummaryProps) {
  return (
    <section aria-labelledby="summary" className="card grid gap-4 p-4 sm:p-6 lg:sticky lg:top-4">
      <h2 id="summary" className="text-xl">
        Votre commande
      </h2>
      {unavailableLines}
      <ul className="grid gap-3">
        {lines.map(({ id, name, image, price, quantity }) => (
          <li key={id} className="grid grid-cols-[56px_1fr] gap-3">
            <Image url={image} alt="" sizes="56px" className="rounded-md" />
            <div className="min-w-0">
              <p className="line-clamp-2 text-sm font-semibold">{name}</p>
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
                <span className="text-sm text-muted">
                  {quantity} × {formatXof(price)}
                </span>
                <span className="font-semibold">{formatXof(price * quantity)}</span>
              </p>
              {renderLineNotices(id)}
            </div>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 border-t border-border pt-4 tabular-nums">
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
          <dd className="text-2xl font-extrabold">{formatXof(subtotal + shipping)}</dd>
        </div>
      </dl>
      {error}
      <BusyButton variant="primary" type="submit" className="min-h-13 w-full text-lg" busy={busy}>
        {busy ? "Traitement en cours..." : "Confirmer la commande"}
      </BusyButton>
      <p className="flex items-center justify-center gap-2 text-sm text-muted">
        <Lock aria-hidden size={16} />
        Rien à payer maintenant&nbsp;: vous payez à la livraison.
      </p>
      <p className="text-center text-sm text-muted">
        En confirmant, vous acceptez nos{" "}
        <Link to="/terms" target="_blank" className="link">
          conditions d'utilisation
        </Link>
        .
      </p>
    </section>
  );
}
