/** /admin/products: the products, searched, sorted and filtered in the database by the URL's parameters. */

import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation, useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { buttonClass } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { BulkBar } from "#app/features/admin/products/bulk/bulk-bar.tsx";
import { BulkChangeDialog } from "#app/features/admin/products/bulk/bulk-change-dialog.tsx";
import { CsvExportButton } from "#app/features/admin/products/csv/csv-export-button.tsx";
import { DeleteProduct } from "#app/features/admin/products/delete-product.tsx";
import { ProductList } from "#app/features/admin/products/list/product-list.tsx";
import {
  type ListedProduct,
  listCategoryFilterOptions,
  listMatchingProducts,
  listProducts,
  MAX_BULK_ROWS,
  PRODUCTS_PAGE_SIZE,
} from "#app/features/admin/products/list/products.queries.ts";
import {
  FILTER_PARAMS,
  hasFilters,
  NO_CATEGORY,
  PRODUCT_MARKS,
  parseProductsSearchParams,
} from "#app/features/admin/products/list/products-search-params.ts";
import { stockLevels } from "#app/features/admin/products/list/stock-level.ts";
import { useProductSelection } from "#app/features/admin/products/list/use-product-selection.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { CATEGORIES_LOAD_ERROR, PRODUCTS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { getRows, toResult } from "#app/lib/result.ts";
import { SEARCH_TOO_SHORT_MESSAGE } from "#app/lib/search/search-text.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/products";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/products", "Produits");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const query = parseProductsSearchParams(params);
  const page = parsePageParam(params.get("page"));
  const [result, categories] = await Promise.all([
    toResult("products", listProducts(getSupabase(), { ...query, page })),
    toResult("categories", listCategoryFilterOptions(getSupabase())),
  ]);
  return { query, result, categories };
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { query, result } = loaderData;
  const categories = useLastGood(loaderData.categories);
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const mayEdit = useRight("catalog.write");
  const { products: selected, selection, clear } = useProductSelection();
  const [deleting, setDeleting] = useState<ListedProduct | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [isSelectingAll, setIsSelectingAll] = useState(false);

  async function selectAll() {
    setIsSelectingAll(true);
    try {
      selection.onSelect(await listMatchingProducts(getSupabase(), query), true);
    } catch (error) {
      console.error("admin: not all products could be selected", error);
      toastError(PRODUCTS_LOAD_ERROR);
    } finally {
      setIsSelectingAll(false);
    }
  }

  const total = result.ok ? result.value.total : 0;
  const selectableCount =
    total > PRODUCTS_PAGE_SIZE && total <= MAX_BULK_ROWS && selected.length < total ? total : null;
  const add = mayEdit && (
    <Link to="/admin/products/new" state={toListState(search)} className={buttonClass("primary")}>
      <Plus aria-hidden size={18} />
      Ajouter un produit
    </Link>
  );

  return (
    <>
      <PageActions lead="Les prix et le stock de la boutique.">
        {mayEdit && (
          <Link to="/admin/products/import" state={toListState(search)} className={buttonClass("outline")}>
            <Upload aria-hidden size={18} />
            Importer
          </Link>
        )}
        <CsvExportButton filters={query.filters} order={query.order} total={result.ok ? total : null} />
        {add}
      </PageActions>
      <FilterBar label="Rechercher un produit" placeholder="Nom ou référence" filters={FILTER_PARAMS}>
        <FilterSelect
          name="category"
          label="Catégorie"
          all="Toute catégorie"
          options={[
            ...getRows(categories).map(({ name, slug }) => ({ value: slug, label: name })),
            { value: NO_CATEGORY, label: "Sans catégorie" },
          ]}
        />
        <FilterSelect
          name="stock"
          label="Stock"
          all="Tout stock"
          options={stockLevels.map(({ key, label }) => ({ value: key, label }))}
        />
        <FilterSelect name="mark" label="Mention" all="Toute mention" options={PRODUCT_MARKS} />
      </FilterBar>
      {result.ok && !categories.ok && <RouteLoadError message={CATEGORIES_LOAD_ERROR} />}
      {query.isSearchTooShort && (
        <p role="status" className="text-sm text-muted">
          {SEARCH_TOO_SHORT_MESSAGE}
        </p>
      )}
      <ListResult
        result={result}
        errorMessage={PRODUCTS_LOAD_ERROR}
        empty={
          hasFilters(query.filters) ? (
            "Aucun produit ne correspond à ces critères."
          ) : (
            <>
              <p>Aucun produit pour le moment.</p>
              {add}
            </>
          )
        }
      >
        {(products) => (
          <ProductList
            products={products}
            order={query.order}
            {...(mayEdit && { editing: { selection, onDelete: setDeleting } })}
          />
        )}
      </ListResult>
      {selected.length > 0 && (
        <BulkBar
          count={selected.length}
          selectableCount={selectableCount}
          busy={isSelectingAll}
          onSelectAll={() => void selectAll()}
          onEdit={() => setIsEditing(true)}
          onClear={() => {
            focusContent();
            clear();
          }}
        />
      )}
      {isEditing && (
        <BulkChangeDialog
          products={selected}
          onDone={() => {
            flushSync(() => setIsEditing(false));
            focusContent();
            clear();
            void revalidate();
          }}
          onClose={() => setIsEditing(false)}
        />
      )}
      {deleting && (
        <DeleteProduct
          product={deleting}
          onDeleted={() => selection.onSelect([deleting], false)}
          onClose={() => setDeleting(null)}
        />
      )}
    </>
  );
}

/** For when the bulk bar is about to unmount with the pressed button. */
function focusContent() {
  document.getElementById("content")?.focus({ preventScroll: true });
}
