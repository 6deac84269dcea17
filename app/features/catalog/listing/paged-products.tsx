/** A paginated product list: the count, the cards, and «Voir plus». */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { buttonClass } from "#app/components/ui/button.tsx";
import { LoadMore } from "#app/components/ui/load-more.tsx";
import { useFocusOnLoadMore } from "#app/components/ui/use-focus-on-load-more.ts";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { ProductGrid, ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import { ProductItem } from "#app/features/catalog/product-item.tsx";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { useAppendedPages } from "./appended-pages.ts";
import { MAX_NUMBERED_PAGE, PAGE_SIZE } from "./catalog-filters.ts";
import { formatProductTotal, formatRowCount } from "./product-total.ts";

/** The number of cards above the fold on a phone. */
const CARDS_ABOVE_FOLD = 2;

interface CardsProps {
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
  formatPrice?: (amount: number) => string;
}

interface PagedProductsProps extends CardsProps {
  page: ProductPage;
  /** The path of the list's page with this number; `after` is the id of the product before it. */
  getPagePath: (page: number, after?: string) => string;
  loadingMore: boolean;
}

export function PagedProducts({
  page: { products: fetched, page, hasMore, ...count },
  getPagePath,
  loadingMore,
  ...cardProps
}: PagedProductsProps) {
  const { products, firstPage } = useAppendedPages(getPagePath(1), page, fetched);
  const shownUntil = (page - 1) * PAGE_SIZE + fetched.length;
  const { list, onLoadMore } = useFocusOnLoadMore<HTMLDivElement>(products.length);
  return (
    <div ref={list}>
      <h2 className="sr-only">Produits</h2>
      {firstPage > 1 && (
        <p className="mb-4">
          <Link
            to={getPagePath(Math.min(firstPage - 1, MAX_NUMBERED_PAGE))}
            className={buttonClass("outline")}
          >
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
      {(page > 1 || hasMore) && (
        <div className="mt-8 grid justify-items-center gap-3">
          <p role="status" className="text-sm text-muted">
            {shownUntil} produits sur {formatRowCount(count)}
          </p>
          {hasMore && (
            <LoadMore
              to={getPagePath(page + 1, fetched.at(-1)?.id)}
              busy={loadingMore}
              onLoadMore={onLoadMore}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The number of products, null while loading. Always the same live region, so that changes are announced. */
export function ProductTotal({ count }: { count: RowCount | null }) {
  return (
    <p
      role="status"
      className="ml-auto max-w-[6rem] shrink-0 text-right text-xs leading-tight text-muted md:ml-0 md:max-w-none md:text-sm"
    >
      {count === null ? "Chargement des produits..." : formatProductTotal(count)}
    </p>
  );
}

/** `aboveFold` is the number of cards above the fold. */
export function ProductCards({
  products,
  aboveFold = 0,
  ...cardProps
}: CardsProps & { products: CardProduct[]; aboveFold?: number }) {
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <ProductItem key={product.id} product={product} isAboveFold={index < aboveFold} {...cardProps} />
      ))}
    </ProductGrid>
  );
}
