/**
 * The summary of the order: lines, totals, and the submit button. Below a desktop's width lines and totals are
 * folded, and on a phone the total and the button are in a bar at the bottom of the window.
 */
import ChevronDown from "lucide-react/icons/chevron-down";
import Lock from "lucide-react/icons/lock";
import { type ReactNode, useId, useState } from "react";
import { Link } from "react-router";
import { BarTotal } from "#app/components/ui/bar-total.tsx";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { countArticles } from "#app/lib/format/articles.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatCount } from "#app/lib/format/numbers.ts";
import { formatLineQuantity, formatShortQuantity, type SoldBy } from "#app/lib/format/units.ts";

/** With more lines their list scrolls by itself, so that the total and the button beside the form stay in sight. */
const MAX_LINES = 5;

interface SummaryLine extends SoldBy {
  id: string;
  name: string;
  image: string | null;
  /** Whole francs for one step. */
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
  /** What a promo code takes off the articles. */
  discount: number;
  /** The field for a promo code. */
  promo: ReactNode;
  /** The fee is the lowest one: the town is not known yet. */
  isEstimate: boolean;
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
  discount,
  promo,
  isEstimate,
  error,
  busy,
}: OrderSummaryProps) {
  const detailsId = useId();
  const notices = lines.map(({ id }) => renderLineNotices(id));
  // What has changed since the products were put into the cart is not folded away.
  const hasNotices = Boolean(unavailableLines) || notices.some(hasContent);
  const [isOpen, setIsOpen] = useState(false);
  const isUnfolded = isOpen || hasNotices;
  const isScrolled = lines.length > MAX_LINES && !hasNotices;
  const from = isEstimate ? "dès " : "";
  const total = `${from}${formatXof(subtotal - discount + shipping)}`;
  return (
    <section aria-labelledby="summary" className="card grid gap-4 p-4 sm:p-6 lg:sticky lg:top-4">
      <div className="relative flex flex-wrap items-center justify-between gap-x-3">
        <div>
          <h2 id="summary" className="text-xl">
            Votre commande
          </h2>
          <p className="text-sm text-muted tabular-nums lg:hidden">
            {formatCount(countArticles(lines), "article", "articles")}, {total}
          </p>
        </div>
        {!hasNotices && (
          <button
            type="button"
            aria-expanded={isUnfolded}
            aria-controls={detailsId}
            className="flex min-h-11 items-center gap-1 font-semibold after:absolute after:inset-0 lg:hidden"
            onClick={() => setIsOpen(!isOpen)}
          >
            Détail
            <ChevronDown aria-hidden size={20} className={isUnfolded ? "rotate-180" : ""} />
          </button>
        )}
      </div>
      <div id={detailsId} className={`grid gap-4 ${isUnfolded ? "" : "max-lg:hidden"}`}>
        {unavailableLines}
        <ul
          className={`grid gap-3 ${isScrolled ? "max-h-80 overflow-y-auto" : ""}`}
          // What scrolls is reached by the keyboard.
          tabIndex={isScrolled ? 0 : undefined}
        >
          {lines.map(({ id, name, image, price, quantity, ...soldBy }, index) => (
            <li key={id} className="grid grid-cols-[56px_1fr] gap-3">
              <Image url={image} alt="" sizes="56px" className="rounded-md" />
              <div className="min-w-0">
                <p className="line-clamp-4 text-sm font-semibold">
                  <UnbrokenNumbers text={name} />
                </p>
                <p className="flex flex-wrap items-baseline justify-between gap-x-3 tabular-nums">
                  <span className="text-sm text-muted">{formatLineQuantity(quantity, price, soldBy)}</span>
                  <span className="font-semibold">
                    <span className="sr-only">Prix pour {formatShortQuantity(quantity, soldBy)} : </span>
                    {formatXof(price * quantity)}
                  </span>
                </p>
                {notices[index]}
              </div>
            </li>
          ))}
        </ul>
        <dl className="grid gap-2 border-t border-border pt-4 tabular-nums">
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">Sous-total</dt>
            <dd className="font-medium">{formatXof(subtotal)}</dd>
          </div>
          {discount > 0 && (
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt className="text-muted">Code promo</dt>
              <dd className="font-medium text-success">−{formatXof(discount)}</dd>
            </div>
          )}
          <div className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">Livraison</dt>
            <dd className="font-medium">
              {from}
              {formatXof(shipping)}
            </dd>
          </div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border pt-3">
            <dt className="text-lg font-bold">Total</dt>
            <dd className="text-2xl font-extrabold">{total}</dd>
          </div>
        </dl>
      </div>
      {promo}
      <div className="buy-bar flex-col">
        {error || (hasNotices && <ChangeNotice />)}
        <div className="flex flex-wrap items-center gap-3">
          <BarTotal total={total} />
          <BusyButton
            variant="primary"
            type="submit"
            className="max-md:min-h-12 max-md:flex-1 max-md:basis-44 max-md:px-2 md:min-h-13 md:w-full md:text-lg"
            busy={busy}
          >
            {busy ? "Traitement en cours..." : "Confirmer la commande"}
          </BusyButton>
        </div>
      </div>
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

/** On a phone the button stays in sight, and the lines that have changed may not be. */
function ChangeNotice() {
  return (
    <Notice variant="warning" role="status">
      Votre panier a changé.{" "}
      <a href="#summary" className="link">
        Vérifiez les articles
      </a>
      , puis confirmez.
    </Notice>
  );
}

/** Whether a node shows something. */
function hasContent(node: ReactNode): boolean {
  return Array.isArray(node) ? node.some(hasContent) : Boolean(node);
}
