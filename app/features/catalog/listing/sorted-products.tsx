/** A paginated product list with its order and its count above it: of the promotions, a category or a brand. */
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { PagedProducts, ProductTotal } from "./paged-products.tsx";
import { type ProductSort, parseProductSort } from "./product-sort.ts";
import { SortSelect } from "./sort-select.tsx";

interface SortedProductsProps {
  page: ProductPage;
  /** null is the documented order, which is called `defaultLabel`. */
  sort: ProductSort | null;
  defaultLabel: string;
  /** The other orders. */
  sorts: readonly ProductSort[];
  /** The path of the list in this order; `after` is the id of the product before the page. */
  getPath(sort: ProductSort | null, page: number, after?: string): string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
  formatPrice?: (amount: number) => string;
}

export function SortedProducts({
  page,
  sort,
  defaultLabel,
  sorts,
  getPath,
  ...cardProps
}: SortedProductsProps) {
  const { state, location } = useNavigation();
  const [pathname] = getPath(null, 1).split("?");
  const isLoading = state === "loading" && location.pathname === pathname;
  const isReplaced = isLoading && parseProductSort(new URLSearchParams(location.search).get("sort")) !== sort;
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 md:flex-row-reverse md:justify-between">
        <SortSelect
          sort={sort}
          defaultLabel={defaultLabel}
          sorts={sorts}
          getPath={(each) => getPath(each, 1)}
        />
        <ProductTotal count={isReplaced ? null : page} />
      </div>
      <div aria-busy={isLoading} className="results pt-3">
        {isReplaced ? (
          <ProductGridSkeleton />
        ) : (
          <PagedProducts
            page={page}
            loadingMore={isLoading}
            getPagePath={(number, after) => getPath(sort, number, after)}
            {...cardProps}
          />
        )}
      </div>
    </>
  );
}
