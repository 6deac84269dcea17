/** /admin/products/new: the empty form of a product. */
import { Suspense, use } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { officeMeta } from "../../features/office/office-meta.ts";
import { listCategoryChoices } from "../../features/office/products/product.queries.ts";
import { ProductForm } from "../../features/office/products/product-form.tsx";
import { ProductLoading } from "../../features/office/products/product-loading.tsx";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/product-new";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/products/new", "Nouveau produit");
}

/** Not waited for: the screen opens at once and says that it is loading. */
export async function clientLoader() {
  return { categories: load("categories", listCategoryChoices(supabase())) };
}

type Reading = Route.ComponentProps["loaderData"];

export default function NewProduct({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense fallback={<ProductLoading />}>
      <Loaded {...loaderData} />
    </Suspense>
  );
}

function Loaded(props: Reading) {
  const categories = use(props.categories);
  const navigate = useNavigate();
  const { state: origin } = useLocation();
  const { revalidate, state } = useRevalidator();
  if (!categories.ok) {
    return (
      <Failed
        message="Impossible de charger les catégories"
        busy={state === "loading"}
        onRetry={() => void revalidate()}
      />
    );
  }
  return (
    <ProductForm
      product={null}
      categories={categories.value}
      onAdded={(id) => void navigate(`/admin/products/edit/${id}`, { replace: true, state: origin })}
    />
  );
}
