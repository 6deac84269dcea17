/** /admin/products/edit/:id: a product to be changed. */
import { Suspense } from "react";
import { Await, Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { findProduct, listCategoryChoices } from "../../features/office/products/product.queries.ts";
import { ProductForm } from "../../features/office/products/product-form.tsx";
import { ProductLoading } from "../../features/office/products/product-loading.tsx";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/product-edit";

export function meta({ matches, params }: Route.MetaArgs) {
  return officeMeta(matches, `/admin/products/edit/${params.id}`, "Modifier un produit");
}

/** Not waited for: the screen opens at once and says that it is loading. */
export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = supabase();
  return {
    read: Promise.all([
      load("product", findProduct(client, params.id)),
      load("categories", listCategoryChoices(client)),
    ]),
  };
}

export default function EditProduct({ loaderData, params }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  return (
    <Suspense key={params.id} fallback={<ProductLoading />}>
      <Await resolve={loaderData.read}>
        {([product, categories]) =>
          product.ok && categories.ok ? (
            product.value ? (
              <ProductForm product={product.value} categories={categories.value} />
            ) : (
              <EmptyState picture="not-found" title="Ce produit n'existe pas ou plus.">
                <Link to="/admin/products" className="btn btn-primary">
                  Produits
                </Link>
              </EmptyState>
            )
          ) : (
            <Failed
              message="Impossible de charger le produit"
              busy={state === "loading"}
              onRetry={() => void revalidate()}
            />
          )
        }
      </Await>
    </Suspense>
  );
}
