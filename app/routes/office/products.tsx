/** /admin/products: the goods, found, sorted and filtered in the database, by what stands in the address. */
import Plus from "lucide-react/icons/plus";
import Upload from "lucide-react/icons/upload";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLocation, useRevalidator } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { toastError } from "../../components/ui/toast/toast.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { BulkBar } from "../../features/office/products/bulk/bulk-bar.tsx";
import { BulkChangeDialog } from "../../features/office/products/bulk/bulk-change-dialog.tsx";
import { CsvExportButton } from "../../features/office/products/csv/csv-export-button.tsx";
import { DeleteProduct } from "../../features/office/products/delete-product.tsx";
import { ProductList } from "../../features/office/products/product-list.tsx";
import {
  type ListedProduct,
  listCategories,
  listChangeable,
  listProducts,
  MOST_AT_ONCE,
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
import { fromList } from "../../features/office/way-back.tsx";
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
  const { search } = useLocation();
  const { revalidate } = useRevalidator();
  const chosen = useChosen();
  const [leaving, setLeaving] = useState<ListedProduct | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const [isChoosing, setIsChoosing] = useState(false);

  async function chooseAll() {
    setIsChoosing(true);
    try {
      chosen.choice.onChoose(await listChangeable(supabase(), asked), true);
    } catch (error) {
      console.error("office: not all products could be chosen", error);
      toastError(FAILED);
    } finally {
      setIsChoosing(false);
    }
  }

  const total = found.ok ? found.value.total : 0;
  const choosable =
    total > PRODUCTS_PAGE && total <= MOST_AT_ONCE && chosen.products.length < total ? total : null;

  return (
    <>
      <PageActions lead="Les prix et le stock de la boutique.">
        <Link to="/admin/products/import" state={fromList(search)} className="btn btn-outline">
          <Upload aria-hidden size={18} />
          Importer
        </Link>
        <CsvExportButton filters={asked.filters} total={found.ok ? total : null} />
        <Link to="/admin/products/new" state={fromList(search)} className="btn btn-primary">
          <Plus aria-hidden size={18} />
          Ajouter un produit
        </Link>
      </PageActions>
      <FilterBar label="Rechercher un produit" placeholder="Nom ou référence" filters={FILTERS}>
        <FilterSelect
          name="category"
          label="Catégorie"
          all="Toute catégorie"
          options={[
            ...categories.map(({ name, slug }) => ({ value: slug, label: name })),
            { value: NO_CATEGORY, label: "Sans catégorie" },
          ]}
        />
        <FilterSelect
          name="stock"
          label="Stock"
          all="Tout stock"
          options={stockStates.map(({ key, label }) => ({ value: key, label }))}
        />
        <FilterSelect name="mark" label="Mention" all="Toute mention" options={marks} />
      </FilterBar>
      {asked.tooShort && (
        <p role="status" className="text-sm text-ink-soft">
          Saisissez au moins trois lettres pour chercher.
        </p>
      )}
      <ListResult
        found={found}
        failure={FAILED}
        empty={
          isFiltered(asked.filters)
            ? "Aucun produit ne correspond à ces critères."
            : "Aucun produit pour le moment."
        }
      >
        {(products) => (
          <ProductList products={products} order={asked.order} choice={chosen.choice} onDelete={setLeaving} />
        )}
      </ListResult>
      {chosen.products.length > 0 && (
        <BulkBar
          count={chosen.products.length}
          choosable={choosable}
          busy={isChoosing}
          onChooseAll={() => void chooseAll()}
          onChange={() => setIsChanging(true)}
          onClear={() => {
            focusContent();
            chosen.clear();
          }}
        />
      )}
      {isChanging && (
        <BulkChangeDialog
          products={chosen.products}
          onDone={() => {
            flushSync(() => setIsChanging(false));
            focusContent();
            chosen.clear();
            void revalidate();
          }}
          onClose={() => setIsChanging(false)}
        />
      )}
      {leaving && (
        <DeleteProduct
          product={leaving}
          onDeleted={() => chosen.choice.onChoose([leaving], false)}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

/** For when the bar of what was chosen is about to go, and the button that was pressed with it. */
function focusContent() {
  document.getElementById("content")?.focus({ preventScroll: true });
}
