/** Finds what can be sold, and adds it to an order. */
import { ProductSearch } from "#app/features/admin/shared/product-search.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { formatQuantity, formatSoldBy, isSoldByUnit } from "#app/lib/format/units.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { findItems } from "./item-search.queries.ts";
import { type FoundProduct, pickProduct } from "./staff-order.ts";

interface ItemSearchProps {
  error: string | undefined;
  onAdd(product: FoundProduct): void;
}

export function ItemSearch(props: ItemSearchProps) {
  return (
    <ProductSearch
      label="Ajouter un article"
      hint="Nom, référence ou code scanné, puis Entrée."
      find={(query) => findItems(getSupabase(), query)}
      pick={pickProduct}
      {...props}
    >
      {(product) => (
        <>
          <span className="min-w-0">
            <span className="block break-words">{product.name}</span>
            <span className="text-muted">
              {[product.reference, formatStock(product), formatSoldBy(product.sold_by)]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <span className="font-semibold whitespace-nowrap tabular-nums">{formatXof(product.price)}</span>
        </>
      )}
    </ProductSearch>
  );
}

function formatStock({ stock, sold_by }: FoundProduct): string {
  if (stock === 0) return "épuisé";
  return `${isSoldByUnit(sold_by) ? formatQuantity(stock, sold_by) : stock} en stock`;
}
