/** The catalogue's product list for the current filters, with its loading, error and empty states. */

import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { ProductGridSkeleton } from "#app/features/catalog/product-grid.tsx";
import { PRODUCTS_LOAD_ERROR, SUGGESTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";
import { type CatalogFilters, getCatalogPath, parseCatalogFilters } from "./catalog-filters.ts";
import { PagedProducts, ProductCards, ProductTotal } from "./paged-products.tsx";

interface CatalogResultsProps {
  filters: CatalogFilters;
  page: Result<ProductPage>;
  /** For a search without results: similar products; null for any other list. */
  suggestions: Result<CardProduct[]> | null;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function CatalogResults({ filters, page, suggestions, ...cardProps }: CatalogResultsProps) {
  useFailureToast(page, PRODUCTS_LOAD_ERROR);
  const pending = usePendingFilters();
  const replaced = pending !== null && getListKey(pending) !== getListKey(filters);
  return (
    <>
      {(page.ok || replaced) && <ProductTotal count={replaced || !page.ok ? null : page.value} />}
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
        <NoResults filters={filters} suggestions={suggestions} {...cardProps} />
      ) : (
        <PagedProducts
          page={page.value}
          loadingMore={pending !== null}
          getPagePath={(number, after) => getCatalogPath({ ...filters, page: number, after })}
          {...cardProps}
        />
      )}
    </>
  );
}

function NoResults({ filters, suggestions, ...cardProps }: Omit<CatalogResultsProps, "page">) {
  return (
    <>
      <EmptyState
        image="empty-search"
        title="Aucun produit trouvé"
        hint="Essayez de modifier vos filtres ou consultez d'autres catégories."
      >
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
      {suggestions?.ok === false && (
        <p role="alert" className="text-center text-sm">
          {SUGGESTIONS_LOAD_ERROR}.
        </p>
      )}
      {suggestions?.ok && suggestions.value.length > 0 && (
        <section aria-labelledby="like">
          <h2 id="like" className="mb-4 text-xl">
            Vous cherchiez peut-être
          </h2>
          <ProductCards products={suggestions.value} {...cardProps} />
        </section>
      )}
    </>
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
