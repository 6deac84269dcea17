/** All products on offer, page by page, or why there are none. Prices carry the label FCFA here, as on the home page. */
import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Loaded } from "../../lib/loaded.ts";
import { formatFcfa } from "../../lib/money.ts";
import type { ProductPage } from "./catalog.queries.ts";
import { PagedProducts, ProductCount } from "./paged-products.tsx";

interface PromotionResultsProps {
  page: Loaded<ProductPage>;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function PromotionResults({ page, ...card }: PromotionResultsProps) {
  const { state, location } = useNavigation();
  if (!page.ok) {
    return (
      <p role="alert" className="card mt-4 p-5">
        Erreur lors du chargement des promotions.{" "}
        <a href="/promotions" className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (page.value.total === 0) {
    return (
      <EmptyState
        picture="empty-search"
        title="Aucune promotion en cours pour le moment."
        hint="De nouvelles offres arrivent régulièrement. Le catalogue, lui, est toujours ouvert."
      >
        <Link to="/products?newOnly=true" className="btn btn-primary">
          Voir les nouveautés
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ProductCount total={page.value.total} />
      <PagedProducts
        page={page.value}
        loadingMore={state === "loading" && location.pathname === "/promotions"}
        pathOf={promotionsPath}
        formatPrice={formatFcfa}
        {...card}
      />
    </>
  );
}

export function promotionsPath(page: number): string {
  return page > 1 ? `/promotions?page=${page}` : "/promotions";
}
