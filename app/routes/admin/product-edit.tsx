/** /admin/products/edit/:id: the form of an existing product. */

import { Suspense, use } from "react";
import { Link } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { listItemPrices } from "#app/features/admin/products/form/price-breaks.queries.ts";
import { PriceBreaks } from "#app/features/admin/products/form/price-breaks.tsx";
import {
  countStockAlerts,
  findProduct,
  listCategoryOptions,
} from "#app/features/admin/products/form/product.queries.ts";
import { ProductForm } from "#app/features/admin/products/form/product-form.tsx";
import { ProductFormSkeleton } from "#app/features/admin/products/form/product-form-skeleton.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useListLocation } from "#app/features/admin/shared/back-link.tsx";
import {
  PRODUCT_LOAD_ERROR,
  PRODUCT_NOT_FOUND,
} from "#app/features/admin/shared/mutations/error-messages.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/product-edit";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/products/edit/${params.id}`, "Modifier un produit");
}

/** The data is not awaited: the screen opens immediately and shows its loading state. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  return {
    data: Promise.all([
      toResult("product", findProduct(client, params.id)),
      toResult("categories", listCategoryOptions(client)),
      toResult("stock alerts", countStockAlerts(client, params.id)),
      toResult("price breaks", listItemPrices(client, params.id)),
    ]),
  };
}

type LoaderData = Route.ComponentProps["loaderData"];

export default function EditProduct({ loaderData, params }: Route.ComponentProps) {
  return (
    <Suspense key={params.id} fallback={<ProductFormSkeleton />}>
      <EditProductForm {...loaderData} />
    </Suspense>
  );
}

function EditProductForm({ data }: LoaderData) {
  const [product, categories, alerts, prices] = use(data);
  const list = useListLocation("/admin/products");
  if (!product.ok || !categories.ok) {
    return <RouteLoadError message={PRODUCT_LOAD_ERROR} />;
  }
  if (product.value) {
    return (
      <>
        {alerts.ok && alerts.value > 0 && <StockAlertsNotice count={alerts.value} />}
        {!alerts.ok && (
          <div className="mb-4">
            <RouteLoadError message="Impossible de charger le nombre de personnes qui attendent ce produit" />
          </div>
        )}
        <ProductForm product={product.value} categories={categories.value} />
        <div className="mt-5">
          {prices.ok ? (
            <PriceBreaks prices={prices.value} />
          ) : (
            <RouteLoadError message="Impossible de charger les prix par quantité" />
          )}
        </div>
      </>
    );
  }
  return (
    <EmptyState image="not-found" title={PRODUCT_NOT_FOUND}>
      <Link to={list} className={buttonClass("primary")}>
        Retour aux produits
      </Link>
    </EmptyState>
  );
}

/** The margin below it makes room for the form's save bar, which begins higher. */
function StockAlertsNotice({ count }: { count: number }) {
  return (
    <Notice variant="info" className="mb-4">
      {count === 1
        ? "Une personne attend ce produit : elle reçoit un e-mail dès que le stock dépasse 0."
        : `${count} personnes attendent ce produit : elles reçoivent un e-mail dès que le stock dépasse 0.`}
    </Notice>
  );
}
