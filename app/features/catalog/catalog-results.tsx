/** The list of the catalogue: how many there are, the cards, more of them on demand, or why there are none. */
import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { useAppendedPages } from "./appended-pages.ts";
import { PAGE_SIZE, type ProductPage } from "./catalog.queries.ts";
import type { CardProduct } from "./catalog.types.ts";
import { type CatalogFilters, catalogPath, readFilters } from "./catalog-filters.ts";
import { ProductCard } from "./product-card.tsx";
import { ProductGrid, ProductGridSkeleton } from "./product-grid.tsx";

/** Cards on the first screen of a phone. */
const FIRST_CARDS = 2;

interface CardsProps {
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

interface CatalogResultsProps extends CardsProps {
  filters: CatalogFilters;
  page: Loaded<ProductPage>;
  /** For a search that found nothing: products that may have been meant. */
  like: CardProduct[];
}

export function CatalogResults({ filters, page, like, ...card }: CatalogResultsProps) {
  useFailureToast(page, "Impossible de charger les produits");
  const pending = usePendingFilters();
  if (pending && listKey(pending) !== listKey(filters)) {
    return (
      <div className="mt-4">
        <ProductGridSkeleton />
      </div>
    );
  }
  if (!page.ok) {
    return (
      <p role="alert" className="card mt-4 p-5">
        Erreur lors du chargement des produits.{" "}
        <a href={catalogPath(filters)} className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (page.value.total === 0) {
    return (
      <>
        <EmptyState
          picture="empty-search"
          title="Aucun produit trouvé"
          hint="Essayez de modifier vos filtres ou consultez d'autres catégories."
        >
          <Link to="/products" className="btn btn-primary">
            Voir tous les produits
          </Link>
        </EmptyState>
        {like.length > 0 && (
          <section aria-labelledby="like">
            <h2 id="like" className="mb-4 text-xl">
              Vous cherchiez peut-être
            </h2>
            <Cards products={like} {...card} />
          </section>
        )}
      </>
    );
  }
  return <ProductList filters={filters} page={page.value} loadingMore={pending !== null} {...card} />;
}

interface ProductListProps extends CardsProps {
  filters: CatalogFilters;
  page: ProductPage;
  loadingMore: boolean;
}

function ProductList({ filters, page, loadingMore, ...card }: ProductListProps) {
  const { products, firstPage } = useAppendedPages(listKey(filters), filters.page, page.products);
  const { total } = page;
  const shownUntil = Math.min(filters.page * PAGE_SIZE, total);
  return (
    <>
      <h2 className="sr-only">Produits</h2>
      <p role="status" className="my-3 text-sm text-ink-soft">
        {total > 1 ? `${total} produits` : "1 produit"}
      </p>
      {firstPage > 1 && (
        <p className="mb-4">
          <Link to={catalogPath({ ...filters, page: firstPage - 1 })} className="btn btn-outline">
            Voir les produits précédents
          </Link>
        </p>
      )}
      <Cards products={products} first={FIRST_CARDS} {...card} />
      {loadingMore && (
        <div className="mt-4">
          <ProductGridSkeleton />
        </div>
      )}
      {shownUntil < total && !loadingMore && (
        <p className="mt-8 grid justify-items-center gap-3">
          <span className="text-sm text-ink-soft">
            {shownUntil} produits sur {total}
          </span>
          <Link
            to={catalogPath({ ...filters, page: filters.page + 1 })}
            replace
            preventScrollReset
            className="btn btn-outline px-8"
          >
            Voir plus
          </Link>
        </p>
      )}
    </>
  );
}

/** `first`: how many of them stand on the first screen. */
function Cards({
  products,
  first = 0,
  lowStockThreshold,
  renderAction,
}: CardsProps & { products: CardProduct[]; first?: number }) {
  return (
    <ProductGrid>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard
            product={product}
            lowStockThreshold={lowStockThreshold}
            action={renderAction(product)}
            first={index < first}
          />
        </li>
      ))}
    </ProductGrid>
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
