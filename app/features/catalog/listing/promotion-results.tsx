/**
 * All products on offer, paginated, with error and empty states. Prices carry the label FCFA, as on the home
 * page.
 */

import type { ReactNode } from "react";
import { Link, useNavigation } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { PROMOTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatFcfa } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";
import { PagedProducts, ProductTotal } from "./paged-products.tsx";

interface PromotionResultsProps {
  page: Result<ProductPage>;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function PromotionResults({ page, ...cardProps }: PromotionResultsProps) {
  const { state, location } = useNavigation();
  if (!page.ok) {
    return (
      <p role="alert" className="card mt-4 p-5">
        {PROMOTIONS_LOAD_ERROR}{" "}
        <a href="/promotions" className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (page.value.total === 0) {
    return (
      <EmptyState
        image="empty-search"
        title="Aucune promotion en cours pour le moment."
        hint="De nouvelles offres arrivent régulièrement. Le catalogue, lui, est toujours ouvert."
      >
        <Link to="/products?newOnly=true" className={buttonClass("primary")}>
          Voir les nouveautés
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      <ProductTotal count={page.value} />
      <PagedProducts
        page={page.value}
        loadingMore={state === "loading" && location.pathname === "/promotions"}
        getPagePath={getPromotionsPath}
        formatPrice={formatFcfa}
        {...cardProps}
      />
    </>
  );
}

/** The path of this page of the promotions, from 1. */
export function getPromotionsPath(page: number): string {
  return page > 1 ? `/promotions?page=${page}` : "/promotions";
}
