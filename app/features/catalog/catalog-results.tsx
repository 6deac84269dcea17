/** The list of the catalogue under the filters of the address, or why there is none. */
import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Loaded } from "../../lib/loaded.ts";
import type { ProductPage } from "./catalog.queries.ts";
import { type CatalogFilters, catalogPath, readFilters } from "./catalog-filters.ts";
import { PagedProducts, ProductCards, ProductCount } from "./paged-products.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

interface CatalogResultsProps {
  filters: CatalogFilters;
  page: Loaded<ProductPage>;
  /** For a search that found nothing: products that may have been meant. */
  like: CardProduct[];
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function CatalogResults({ filters, page, like, ...card }: CatalogResultsProps) {
  useFailureToast(page, "Impossible de charger les produits");
  const pending = usePendingFilters();
  const replaced = pending !== null && listKey(pending) !== listKey(filters);
  return (
    <>
      {(page.ok || replaced) && <ProductCount total={replaced || !page.ok ? null : page.value.total} />}
      {replaced ? (
        <ProductGridSkeleton />
      ) : !page.ok ? (
        <p role="alert" className="card mt-4 p-5">
          Erreur lors du chargement des produits.{" "}
          <a href={catalogPath(filters)} className="link">
            Réessayer
          </a>
        </p>
      ) : page.value.total === 0 ? (
        <NothingFound filters={filters} like={like} {...card} />
      ) : (
        <PagedProducts
          page={page.value}
          loadingMore={pending !== null}
          pathOf={(number) => catalogPath({ ...filters, page: number })}
          {...card}
        />
      )}
    </>
  );
}

function NothingFound({ filters, like, ...card }: Omit<CatalogResultsProps, "page">) {
  return (
    <>
      <EmptyState
        picture="empty-search"
        title="Aucun produit trouvé"
        hint="Essayez de modifier vos filtres ou consultez d'autres catégories."
      >
        {listKey(filters) === "/products" ? (
          <Link to="/request-quote" className="btn btn-primary">
            Demander une cotation
          </Link>
        ) : (
          <Link to="/products" className="btn btn-primary">
            Voir tous les produits
          </Link>
        )}
      </EmptyState>
      {like.length > 0 && (
        <section aria-labelledby="like">
          <h2 id="like" className="mb-4 text-xl">
            Vous cherchiez peut-être
          </h2>
          <ProductCards products={like} {...card} />
        </section>
      )}
    </>
  );
}

/** The filters that are on their way, null when nothing is. */
function usePendingFilters(): CatalogFilters | null {
  const { state, location } = useNavigation();
  if (state !== "loading" || location.pathname !== "/products") return null;
  return readFilters(new URLSearchParams(location.search));
}

/** What makes two pages parts of the same list. */
function listKey(filters: CatalogFilters): string {
  return catalogPath({ ...filters, page: 1 });
}
