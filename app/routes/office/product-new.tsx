/** /admin/products/new: the empty form of a product. */
import { Suspense } from "react";
import { Await, useNavigate, useRevalidator } from "react-router";
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

export default function NewProduct({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  return (
    <Suspense fallback={<ProductLoading />}>
      <Await resolve={loaderData.categories}>
        {(categories) =>
          categories.ok ? (
            <ProductForm
              product={null}
              categories={categories.value}
              onAdded={(id) => void navigate(`/admin/products/edit/${id}`, { replace: true })}
            />
          ) : (
            <Failed
              message="Impossible de charger les catégories"
              busy={state === "loading"}
              onRetry={() => void revalidate()}
            />
          )
        }
      </Await>
    </Suspense>
  );
}
