/** /admin/products/edit/:id: a product to be changed. */
import { Suspense, use } from "react";
import { Link, useRevalidator } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { Failed } from "../../components/office/failed.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { findProduct, listCategoryChoices } from "../../features/office/products/product.queries.ts";
import { ProductForm } from "../../features/office/products/product-form.tsx";
import { ProductLoading } from "../../features/office/products/product-loading.tsx";
import { useListAddress } from "../../features/office/way-back.tsx";
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

type Reading = Route.ComponentProps["loaderData"];

export default function EditProduct({ loaderData, params }: Route.ComponentProps) {
  return (
    <Suspense key={params.id} fallback={<ProductLoading />}>
      <Loaded {...loaderData} />
    </Suspense>
  );
}

function Loaded({ read }: Reading) {
  const [product, categories] = use(read);
  const { revalidate, state } = useRevalidator();
  const list = useListAddress("/admin/products");
  if (!product.ok || !categories.ok) {
    return (
      <Failed
        message="Impossible de charger le produit"
        busy={state === "loading"}
        onRetry={() => void revalidate()}
      />
    );
  }
  if (product.value) return <ProductForm product={product.value} categories={categories.value} />;
  return (
    <EmptyState picture="not-found" title="Ce produit n'existe pas ou plus.">
      <Link to={list} className="btn btn-primary">
        Retour aux produits
      </Link>
    </EmptyState>
  );
}
