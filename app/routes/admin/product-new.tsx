/** /admin/products/new: the form of a new product. */

import { Suspense, use } from "react";
import { useLocation, useNavigate } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { listCategoryOptions } from "#app/features/admin/products/form/product.queries.ts";
import { ProductForm } from "#app/features/admin/products/form/product-form.tsx";
import { ProductFormSkeleton } from "#app/features/admin/products/form/product-form-skeleton.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/product-new";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/products/new", "Nouveau produit");
}

/** The data is not awaited: the screen opens immediately and shows its loading state. */
export async function clientLoader() {
  return { categories: toResult("categories", listCategoryOptions(getSupabase())) };
}

type LoaderData = Route.ComponentProps["loaderData"];

export default function NewProduct({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense fallback={<ProductFormSkeleton />}>
      <NewProductForm {...loaderData} />
    </Suspense>
  );
}

function NewProductForm(props: LoaderData) {
  const categories = use(props.categories);
  const navigate = useNavigate();
  const { state: origin } = useLocation();
  if (!categories.ok) {
    return <RouteLoadError message={CATEGORIES_LOAD_ERROR} />;
  }
  return (
    <ProductForm
      product={null}
      categories={categories.value}
      onAdded={(id) => void navigate(`/admin/products/edit/${id}`, { replace: true, state: origin })}
    />
  );
}
