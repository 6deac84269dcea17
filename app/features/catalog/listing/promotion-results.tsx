/**
 * All products on offer, paginated, with their order and count above them, and error and empty states. Prices carry
 * the label FCFA, as on the home page.
 */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import type { ProductPage } from "#app/features/catalog/catalog.queries.ts";
import { PROMOTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatFcfa } from "#app/lib/format/money.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import type { Result } from "#app/lib/result.ts";
import { PRODUCT_SORTS, type ProductSort } from "./product-sort.ts";
import { SortedProducts } from "./sorted-products.tsx";

interface PromotionResultsProps {
  page: Result<ProductPage>;
  sort: ProductSort | null;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function PromotionResults({ page, sort, ...cardProps }: PromotionResultsProps) {
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
    <SortedProducts
      page={page.value}
      sort={sort}
      defaultLabel="Plus grosses remises"
      sorts={PRODUCT_SORTS}
      getPath={(each, number) => getPromotionsPath(number, each)}
      formatPrice={formatFcfa}
      {...cardProps}
    />
  );
}

/** The path of this page of the promotions, from 1, in this order. */
export function getPromotionsPath(page: number, sort: ProductSort | null): string {
  const params = new URLSearchParams();
  if (sort) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  return params.size > 0 ? `/promotions?${params}` : "/promotions";
}
