/** /admin/products: the goods, found, sorted and filtered in the database, by what stands in the address. */
import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { Link, useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { Pager } from "../../components/office/pager.tsx";
import { useFailureToast } from "../../components/ui/use-failure-toast.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { DeleteProduct } from "../../features/office/products/delete-product.tsx";
import { ProductList } from "../../features/office/products/product-list.tsx";
import {
  type ListedProduct,
  listCategories,
  listProducts,
  PRODUCTS_PAGE,
} from "../../features/office/products/products.queries.ts";
import {
  FILTERS,
  isFiltered,
  marks,
  NO_CATEGORY,
  readProductsAsked,
} from "../../features/office/products/products-address.ts";
import { stockStates } from "../../features/office/products/stock-state.ts";
import { useChosen } from "../../features/office/products/use-chosen.ts";
import { readPage } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/products";

const FAILED = "Impossible de charger les produits";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/products", "Produits");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = readProductsAsked(params);
  const page = readPage(params.get("page"));
  const [found, categories] = await Promise.all([
    load("products", listProducts(supabase(), { ...asked, page })),
    load("categories", listCategories(supabase())),
  ]);
  return { asked, found, categories: categories.ok ? categories.value : [] };
}

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { asked, found, categories } = loaderData;
  const { revalidate, state } = useRevalidator();
  const chosen = useChosen();
  const [leaving, setLeaving] = useState<ListedProduct | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useFailureToast(found, FAILED);

  async function afterDeletion(product: ListedProduct) {
    setLeaving(null);
    chosen.choice.onChoose([product], false);
    await revalidate();
    // The button that had the focus may be gone with its row.
    if (document.activeElement === document.body) list.current?.focus();
  }

  return (
    <>
      <PageActions lead="Ce que la boutique vend, avec ses prix et son stock.">
        <Link to="/admin/products/new" className="btn btn-primary">
          <Plus aria-hidden size={18} />
          Ajouter un produit
        </Link>
      </PageActions>
      <FilterBar label="Rechercher un produit" placeholder="Nom ou référence" filters={FILTERS}>
        <FilterSelect
          name="category"
          label="Catégorie"
          all="Toutes les catégories"
          options={[
            ...categories.map(({ name, slug }) => ({ value: slug, label: name })),
            { value: NO_CATEGORY, label: "Sans catégorie" },
          ]}
        />
        <FilterSelect
          name="stock"
          label="Stock"
          all="Tous les stocks"
          options={stockStates.map(({ key, label }) => ({ value: key, label }))}
        />
        <FilterSelect name="mark" label="Mention" all="Toutes les mentions" options={marks} />
      </FilterBar>
      {asked.tooShort && (
        <p role="status" className="text-sm text-ink-soft">
          Saisissez au moins trois lettres pour chercher.
        </p>
      )}
      {!found.ok && <Failed message={FAILED} busy={state === "loading"} onRetry={() => void revalidate()} />}
      {found.ok && found.value.total === 0 && (
        <p className="card p-8 text-center text-sm text-ink-soft">
          {isFiltered(asked.filters)
            ? "Aucun produit ne correspond à ces critères."
            : "Aucun produit pour le moment."}
        </p>
      )}
      {found.ok && found.value.total > 0 && (
        <>
          <div ref={list} tabIndex={-1} className="card overflow-clip">
            <ProductList
              products={found.value.products}
              order={asked.order}
              choice={chosen.choice}
              onDelete={setLeaving}
            />
          </div>
          <Pager page={found.value.page} size={PRODUCTS_PAGE} total={found.value.total} />
        </>
      )}
      {leaving && (
        <DeleteProduct
          product={leaving}
          onDone={() => void afterDeletion(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </>
  );
}
