/**
 * A search without results: the products near it at once, and the ways on. Asking the shop on WhatsApp is one of
 * them, since it sells more than the catalogue shows.
 */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { getRows, type Result } from "#app/lib/result.ts";
import { AskOnWhatsapp } from "./ask-on-whatsapp.tsx";
import { ProductCards } from "./paged-products.tsx";
import { useRecordMissedSearch } from "./use-record-missed-search.ts";

export const NO_PRODUCTS_TITLE = "Aucun produit trouvé";
export const NO_PRODUCTS_HINT = "Essayez de modifier vos filtres ou consultez d'autres catégories.";

interface EmptySearchProps {
  search: string;
  near: Result<CardProduct[]>;
  /** The shop's number; "" while the settings cannot be loaded. */
  whatsapp: string;
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function EmptySearch({ search, near, whatsapp, ...cardProps }: EmptySearchProps) {
  const products = getRows(near);
  useRecordMissedSearch(search);
  const waysOn = (
    <>
      <AskOnWhatsapp search={search} whatsapp={whatsapp} className={buttonClass("whatsapp")} />
      <Link to="/products" className={buttonClass(whatsapp ? "outline" : "primary")}>
        Voir tous les produits
      </Link>
    </>
  );
  if (products.length === 0) {
    return (
      <EmptyState image="empty-search" title={NO_PRODUCTS_TITLE} hint={NO_PRODUCTS_HINT}>
        {waysOn}
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="text-xl">{NO_PRODUCTS_TITLE}</h2>
      <p className="text-muted">{NO_PRODUCTS_HINT}</p>
      <section aria-labelledby="near" className="mt-5">
        <h2 id="near" className="mb-3 text-xl">
          Résultats proches
        </h2>
        <ProductCards products={products} {...cardProps} />
      </section>
      <div className="card mt-6 flex flex-wrap items-center gap-3 p-4">
        <p className="grow">Ce n'est pas ce que vous cherchez ? Écrivez-nous, nous le trouvons pour vous.</p>
        {waysOn}
      </div>
    </>
  );
}
