/** What the pages of a brand and of a category have in common: their products, and what stands there without any. */
import type { ComponentProps } from "react";
import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { LIST_SORTS, SORT_LABELS } from "#app/features/catalog/listing/product-sort.ts";
import { SortedProducts } from "#app/features/catalog/listing/sorted-products.tsx";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { PRODUCTS_LOAD_ERROR, RETRY_SOON } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import { renderCardActions } from "./card-actions.tsx";

type SortedProductsProps = ComponentProps<typeof SortedProducts>;

interface ListedProductsProps extends Pick<SortedProductsProps, "sort" | "getPath"> {
  /** Null where the loader did not come to read them. */
  page: Result<SortedProductsProps["page"]> | null;
  /** That of the page, which is requested again when they could not be read. */
  path: string;
  emptyTitle: string;
}

export function ListedProducts({ page, path, emptyTitle, ...list }: ListedProductsProps) {
  const { low_stock_threshold } = useShop();
  if (!page?.ok) {
    return (
      <p role="alert" className="card p-5">
        {PRODUCTS_LOAD_ERROR}{" "}
        <a href={path} className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (page.value.total === 0) {
    return (
      <EmptyState image="empty-search" title={emptyTitle}>
        <Link to="/request-quote" className={buttonClass("primary")}>
          Demander une cotation
        </Link>
      </EmptyState>
    );
  }
  return (
    <SortedProducts
      {...list}
      page={page.value}
      defaultLabel={SORT_LABELS.newest}
      sorts={LIST_SORTS}
      lowStockThreshold={low_stock_threshold}
      renderAction={renderCardActions}
    />
  );
}

interface UnlistedPageProps {
  title: string;
  /** Whether there is no such page; it could not be read otherwise. */
  isMissing: boolean;
  path: string;
  /** The list of all that it would be one of. */
  all: { to: string; label: string };
}

/** In place of the page when what it is about does not exist or could not be read. */
export function UnlistedPage({ title, isMissing, path, all }: UnlistedPageProps) {
  return (
    <EmptyState
      image="empty-search"
      title={title}
      hint={isMissing ? "Le lien est peut-être ancien." : RETRY_SOON}
      headingLevel="h1"
    >
      {!isMissing && (
        <a href={path} className={buttonClass("outline")}>
          Réessayer
        </a>
      )}
      <Link to={all.to} className={buttonClass("primary")}>
        {all.label}
      </Link>
    </EmptyState>
  );
}
