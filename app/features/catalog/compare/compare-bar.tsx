/** The bar at the bottom of the window while products are compared: leads to the comparison, or ends it. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { CloseIcon } from "#app/components/ui/icons.tsx";
import { getComparePath, MAX_COMPARED } from "./compare-path.ts";
import { clearCompared, getCompared, getNoneCompared, subscribeToCompared } from "./compare-store.ts";

/** The comparison itself, and the pages of a purchase, whose bar and form need the room. */
const HIDDEN_ON_PATHS = new Set(["/compare", "/cart", "/checkout", "/order-confirmation", "/login"]);

export function CompareBar() {
  const compared = useSyncExternalStore(subscribeToCompared, getCompared, getNoneCompared);
  const { pathname } = useLocation();
  // A list that was stored on an earlier visit must not cover the page that is opened now before it is hydrated.
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady || compared.length === 0 || HIDDEN_ON_PATHS.has(pathname)) return null;
  const slugs = compared.map(({ slug }) => slug);
  return (
    <section aria-label="Comparaison" className="compare-bar print:hidden">
      <p role="status" className="min-w-0 grow text-sm">
        <span className="font-semibold tabular-nums">
          {compared.length} sur {MAX_COMPARED}
        </span>{" "}
        <span className="max-md:sr-only">
          {compared.length > 1 ? "produits à comparer" : "produit à comparer"}&nbsp;:{" "}
          {compared.map(({ name }) => name).join(", ")}
        </span>
      </p>
      <Link to={getComparePath(slugs)} className={buttonClass("primary", "shrink-0 px-4 text-sm")}>
        Comparer
      </Link>
      <button
        type="button"
        aria-label="Vider la comparaison"
        className="inline-flex size-11 shrink-0 items-center justify-center"
        onClick={clearCompared}
      >
        <CloseIcon size={18} />
      </button>
    </section>
  );
}
