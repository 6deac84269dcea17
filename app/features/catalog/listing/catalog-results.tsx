/**
 * The catalogue's product list for the current filters, with its order and its count above it, and its loading, error
 * and empty states.
 */

import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import { PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { type CatalogFilters, getCatalogPath, parseCatalogFilters } from "./catalog-filters.ts";
import { EmptySearch, NO_PRODUCTS_HINT, NO_PRODUCTS_TITLE } from "./empty-search.tsx";
import type { Facet } from "./facets.ts";
import { PagedProducts, ProductTotal } from "./paged-products.tsx";
import { LIST_SORTS, PRODUCT_SORTS, SORT_LABELS } from "./product-sort.ts";
import { SortSelect } from "./sort-select.tsx";

interface CatalogResultsProps {
  filters: CatalogFilters;
  facets: Facet[];
  categoryName: string;
  page: Result<ProductPage>;
  /** For a search without results: products near it; null for any other list. */
  near: Result<CardProduct[]> | null;
  /** The shop's number. */
  whatsapp: string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
  /** What is said above the list. */
  children: ReactNode;
}

export function CatalogResults({
  filters,
  facets,
  categoryName,
  page,
  near,
  whatsapp,
  children,
  ...cardProps
}: CatalogResultsProps) {
  useFailureToast(page, PRODUCTS_LOAD_ERROR);
  const pending = usePendingFilters();
  const replaced = pending !== null && getListKey(pending) !== getListKey(filters);
  return (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 md:col-start-2 md:mt-3 md:flex-row-reverse md:justify-between">
        <SortSelect
          sort={filters.sort}
          defaultLabel={filters.search ? "Pertinence" : SORT_LABELS.newest}
          sorts={filters.search ? PRODUCT_SORTS : LIST_SORTS}
          getPath={(sort) => getCatalogPath({ ...filters, sort, page: 1 })}
        />
        {(page.ok || replaced) && <ProductTotal count={replaced || !page.ok ? null : page.value} />}
      </div>
      <div aria-busy={pending !== null} className="results col-span-full min-w-0 pt-2 md:col-start-2 md:pt-4">
        <ActiveFilters filters={filters} facets={facets} categoryName={categoryName} />
        {children}
        {replaced ? (
          <ProductGridSkeleton />
        ) : !page.ok ? (
          <p role="alert" className="card mt-4 p-5">
            Erreur lors du chargement des produits.{" "}
            <a href={getCatalogPath(filters)} className="link">
              Réessayer
            </a>
          </p>
        ) : page.value.total === 0 ? (
          near ? (
            <EmptySearch search={filters.search} near={near} whatsapp={whatsapp} {...cardProps} />
          ) : (
            <NoResults filters={filters} />
          )
        ) : (
          <PagedProducts
            page={page.value}
            loadingMore={pending !== null}
            getPagePath={(number, after) => getCatalogPath({ ...filters, page: number, after })}
            {...cardProps}
          />
        )}
      </div>
    </>
  );
}

function NoResults({ filters }: { filters: CatalogFilters }) {
  return (
    <EmptyState image="empty-search" title={NO_PRODUCTS_TITLE} hint={NO_PRODUCTS_HINT}>
      {getListKey(filters) === "/products" ? (
        <Link to="/request-quote" className={buttonClass("primary")}>
          Demander une cotation
        </Link>
      ) : (
        <Link to="/products" className={buttonClass("primary")}>
          Voir tous les produits
        </Link>
      )}
    </EmptyState>
  );
}

/** The filters of the pending navigation, null without one. */
function usePendingFilters(): CatalogFilters | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/products") return null;
  return parseCatalogFilters(new URLSearchParams(location.search));
}

/** The key of a list: its path without the page. */
function getListKey(filters: CatalogFilters): string {
  return getCatalogPath({ ...filters, page: 1 });
}
