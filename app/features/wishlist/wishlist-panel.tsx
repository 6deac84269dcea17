/**
 * The wishlist of the visitor or the customer, page by page. Product cards and their skeleton are slots,
 * rendered by the page.
 */

import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";
import { loadWishlistPage } from "./wishlist-actions.ts";
import { subscribeToWishlist, wishlistedIds } from "./wishlist-store.ts";

interface WishlistPanelProps {
  renderProducts(products: CardProduct[]): ReactNode;
  skeleton: ReactNode;
}

export function WishlistPanel({ renderProducts, skeleton }: WishlistPanelProps) {
  const { state, products, total, loadMore } = useWishlistProducts();
  const heading = useFocusAfterRemoval(products.length);
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLDivElement>(products.length);

  if (total === 0) {
    return (
      <EmptyState
        image="empty-wishlist"
        title="Votre liste de souhaits est vide"
        hint="Touchez le cœur d'un produit pour le garder en tête et le retrouver ici."
      >
        <Link to="/products" className={buttonClass("primary")}>
          Découvrir nos produits
        </Link>
      </EmptyState>
    );
  }
  return (
    <div ref={list} className="grid gap-4">
      <h2 className="sr-only">Produits</h2>
      <p ref={heading} tabIndex={-1} role="status" className="needs-script text-sm text-muted outline-none">
        {state === "loading"
          ? "Chargement de votre liste de souhaits..."
          : total !== null && `${total} ${total > 1 ? "produits" : "produit"}`}
      </p>
      {products.length > 0 && renderProducts(products)}
      {state === "loading" && skeleton}
      {state === "failed" && (
        <div role="alert" className="card grid justify-items-start gap-3 p-5">
          <p>Impossible de charger votre liste de souhaits.</p>
          <Button variant="outline" onClick={loadMore}>
            Réessayer
          </Button>
        </div>
      )}
      {state !== "failed" && total !== null && products.length < total && (
        <p className="mt-4 text-center">
          <LoadMore
            busy={state === "loading"}
            onLoadMore={() => {
              onLoadMore();
              void loadMore();
            }}
          />
        </p>
      )}
    </div>
  );
}

/**
 * Focus management after a removal: the pressed button is removed with its card, so the count gets the focus,
 * or the main content.
 */
function useFocusAfterRemoval(count: number) {
  const heading = useRef<HTMLParagraphElement>(null);
  const previousCount = useRef(count);
  useEffect(() => {
    if (count < previousCount.current && document.activeElement === document.body) {
      (heading.current ?? document.getElementById("content"))?.focus();
    }
    previousCount.current = count;
  }, [count]);
  return heading;
}

interface WishlistProducts {
  /** Of the last request. */
  state: "loading" | "ready" | "failed";
  products: CardProduct[];
  /** The size of the list, including products that are not loaded yet; null before the first response. */
  total: number | null;
  /** Loads the next page; after a failure it retries. */
  loadMore(): Promise<void>;
}

/** The products of the wishlist, page by page; a product that is removed from the wishlist disappears. */
function useWishlistProducts(): WishlistProducts {
  const [state, setState] = useState<WishlistProducts["state"]>("loading");
  const [loadedProducts, setLoadedProducts] = useState<CardProduct[]>([]);
  const [total, setTotal] = useState<number | null>(null);
  const wishlistedCount = useSyncExternalStore(
    subscribeToWishlist,
    () => loadedProducts.filter(({ id }) => wishlistedIds.has(id)).length,
    () => 0,
  );
  const products =
    wishlistedCount === loadedProducts.length
      ? loadedProducts
      : loadedProducts.filter(({ id }) => wishlistedIds.has(id));

  /** A response that comes after the page was left, by signing out for example, is ignored. */
  const isOpen = useRef(false);
  const load = useCallback(async (earlier: CardProduct[]) => {
    const isSignedIn = hasStoredSession();
    setState("loading");
    try {
      const page = await loadWishlistPage(earlier.length);
      const ids = new Set(earlier.map(({ id }) => id));
      setLoadedProducts([...earlier, ...page.products.filter(({ id }) => !ids.has(id))]);
      setTotal(page.total);
      setState("ready");
    } catch (error) {
      // The customer may have signed out before the next page is there.
      if (!isOpen.current || (isSignedIn && !hasStoredSession())) return;
      console.error("wishlist: the products could not be read", error);
      setState("failed");
    }
  }, []);

  useEffect(() => {
    isOpen.current = true;
    void load([]);
    return () => {
      isOpen.current = false;
    };
  }, [load]);

  return {
    state,
    products,
    total: total === null ? null : total - loadedProducts.length + products.length,
    loadMore: () => load(products),
  };
}
