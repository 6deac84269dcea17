/**
 * The wishlist on a screen of its own, the visitor's or the customer's. How products and their skeletons look comes
 * from the page, as slots.
 */
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { BusyButton } from "../../components/ui/busy-button.tsx";
import { useFocusOnMore } from "../../components/ui/use-focus-on-more.ts";
import type { CardProduct } from "../../lib/card-product.ts";
import { useWishes } from "./use-wishes.ts";

interface WishlistPanelProps {
  renderProducts(products: CardProduct[]): ReactNode;
  skeleton: ReactNode;
}

export function WishlistPanel({ renderProducts, skeleton }: WishlistPanelProps) {
  const { state, products, total, more } = useWishes();
  const heading = useKeptFocus(products.length);
  const { list, ask } = useFocusOnMore<HTMLDivElement>(products.length);

  if (total === 0) {
    return (
      <EmptyState
        picture="empty-wishlist"
        title="Votre liste de souhaits est vide"
        hint="Touchez le cœur d'un produit pour le garder en tête et le retrouver ici."
      >
        <Link to="/products" className="btn btn-primary">
          Découvrir nos produits
        </Link>
      </EmptyState>
    );
  }
  return (
    <div ref={list} className="grid gap-4">
      <h2 className="sr-only">Produits</h2>
      <p ref={heading} tabIndex={-1} role="status" className="text-sm text-ink-soft outline-none">
        {state === "loading"
          ? "Chargement de votre liste de souhaits..."
          : total !== null && `${total} ${total > 1 ? "produits" : "produit"}`}
      </p>
      {products.length > 0 && renderProducts(products)}
      {state === "loading" && skeleton}
      {state === "failed" && (
        <div role="alert" className="card grid justify-items-start gap-3 p-5">
          <p>Impossible de charger votre liste de souhaits.</p>
          <button type="button" className="btn btn-outline" onClick={more}>
            Réessayer
          </button>
        </div>
      )}
      {state !== "failed" && total !== null && products.length < total && (
        <p className="mt-4 text-center">
          <BusyButton
            type="button"
            className="btn btn-outline px-8"
            busy={state === "loading"}
            onClick={() => {
              ask();
              void more();
            }}
          >
            Voir plus
          </BusyButton>
        </p>
      )}
    </div>
  );
}

/** A product that goes takes its pressed heart, and the focus, with it: the keyboard goes on from the count, or where the page begins. */
function useKeptFocus(count: number) {
  const heading = useRef<HTMLParagraphElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) {
      (heading.current ?? document.getElementById("content"))?.focus();
    }
    before.current = count;
  }, [count]);
  return heading;
}
