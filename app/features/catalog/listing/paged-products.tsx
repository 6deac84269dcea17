/** A paginated product list: the count, the cards, and «Voir plus». */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import { PAGE_SIZE, type ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { ProductGrid, ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { useAppendedPages } from "./appended-pages.ts";

/** The number of cards above the fold on a phone. */
const CARDS_ABOVE_FOLD = 2;

interface CardsProps {
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
  formatPrice?: (amount: number) => string;
}

interface PagedProductsProps extends CardsProps {
  page: ProductPage;
  /** The path of the list's page with this number. */
  getPagePath: (page: number) => string;
  loadingMore: boolean;
}

export function PagedProducts({
  page: { products: fetched, total, page },
  getPagePath,
  loadingMore,
  ...cardProps
}: PagedProductsProps) {
  const { products, firstPage } = useAppendedPages(getPagePath(1), page, fetched);
  const shownUntil = Math.min(page * PAGE_SIZE, total);
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLDivElement>(products.length);
  return (
    <div ref={list}>
      <h2 className="sr-only">Produits</h2>
      {firstPage > 1 && (
        <p className="mb-4">
          <Link to={getPagePath(firstPage - 1)} className={buttonClass("outline")}>
            Voir les produits précédents
          </Link>
        </p>
      )}
      <ProductCards products={products} aboveFold={CARDS_ABOVE_FOLD} {...cardProps} />
      {loadingMore && (
        <div className="mt-4">
          <ProductGridSkeleton />
        </div>
      )}
      {total > PAGE_SIZE && (
        <div className="mt-8 grid justify-items-center gap-3">
          <p role="status" className="text-sm text-muted">
            {shownUntil} produits sur {total}
          </p>
          {shownUntil < total && (
            <LoadMore to={getPagePath(page + 1)} busy={loadingMore} onLoadMore={onLoadMore} />
          )}
        </div>
      )}
    </div>
  );
}

/** The number of products, null while loading. Always the same live region, so that changes are announced. */
export function ProductCount({ total }: { total: number | null }) {
  return (
    <p role="status" className="my-3 text-sm text-muted">
      {total === null ? "Chargement des produits..." : `${total} ${total > 1 ? "produits" : "produit"}`}
    </p>
  );
}

/** `aboveFold` is the number of cards above the fold. */
export function ProductCards({
  products,
  aboveFold = 0,
  renderAction,
  ...cardProps
}: CardsProps & { products: CardProduct[]; aboveFold?: number }) {
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            action={renderAction(product)}
            isAboveFold={index < aboveFold}
            {...cardProps}
          />
        </li>
      ))}
    </ProductGrid>
  );
}
