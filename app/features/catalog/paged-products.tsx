/** A list of products page by page: how many there are, their cards, and more of them on demand. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useFocusOnMore } from "../../components/ui/use-focus-on-more.ts";
import type { CardProduct } from "../../lib/card-product.ts";
import { useAppendedPages } from "./appended-pages.ts";
import { PAGE_SIZE, type ProductPage } from "./catalog.queries.ts";
import { ProductCard } from "./product-card.tsx";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";

/** Cards on the first screen of a phone. */
const FIRST_CARDS = 2;

interface CardsProps {
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
  formatPrice?: (amount: number) => string;
}

interface PagedProductsProps extends CardsProps {
  page: ProductPage;
  /** The address of the list's page with this number. */
  pathOf: (page: number) => string;
  loadingMore: boolean;
}

export function PagedProducts({
  page: { products: fetched, total, page },
  pathOf,
  loadingMore,
  ...card
}: PagedProductsProps) {
  const { products, firstPage } = useAppendedPages(pathOf(1), page, fetched);
  const shownUntil = Math.min(page * PAGE_SIZE, total);
  const { list, ask } = useFocusOnMore<HTMLDivElement>(products.length);
  return (
    <div ref={list}>
      <h2 className="sr-only">Produits</h2>
      {firstPage > 1 && (
        <p className="mb-4">
          <Link to={pathOf(firstPage - 1)} className="btn btn-outline">
            Voir les produits précédents
          </Link>
        </p>
      )}
      <ProductCards products={products} first={FIRST_CARDS} {...card} />
      {loadingMore && (
        <div className="mt-4">
          <ProductGridSkeleton />
        </div>
      )}
      {total > PAGE_SIZE && (
        <div className="mt-8 grid justify-items-center gap-3">
          <p role="status" className="text-sm text-ink-soft">
            {shownUntil} produits sur {total}
          </p>
          {shownUntil < total && (
            <Link
              to={pathOf(page + 1)}
              replace
              preventScrollReset
              aria-busy={loadingMore}
              className="btn btn-outline px-8"
              onClick={ask}
            >
              Voir plus
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

/** How many there are, null while they are on their way: always the same element, whose changes are announced. */
export function ProductCount({ total }: { total: number | null }) {
  return (
    <p role="status" className="my-3 text-sm text-ink-soft">
      {total === null ? "Chargement des produits..." : `${total} ${total > 1 ? "produits" : "produit"}`}
    </p>
  );
}

/** `first`: how many of them stand on the first screen. */
export function ProductCards({
  products,
  first = 0,
  renderAction,
  ...card
}: CardsProps & { products: CardProduct[]; first?: number }) {
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} action={renderAction(product)} first={index < first} {...card} />
        </li>
      ))}
    </ProductGrid>
  );
}
