/** The selected products, also of other pages. */
import { useMemo, useState } from "react";
import type { RowSelection } from "#app/components/admin/data-table.tsx";
import type { ListedProduct } from "./products.queries.ts";

interface ProductSelection {
  /** In the order of selection. */
  products: readonly ListedProduct[];
  selection: RowSelection<ListedProduct>;
  clear(): void;
}

export function useProductSelection(): ProductSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, ListedProduct>>(new Map());

  const selection: RowSelection<ListedProduct> = {
    isSelected: ({ id }) => selected.has(id),
    getLabel: ({ name }) => `Choisir ${name}`,
    onSelect: (products, isSelected) =>
      setSelected((before) => {
        const after = new Map(before);
        for (const product of products) {
          // A product that is selected again moves: after «choose all» the order is that of the list.
          after.delete(product.id);
          if (isSelected) after.set(product.id, product);
        }
        return after;
      }),
  };
  const products = useMemo(() => [...selected.values()], [selected]);
  return { products, selection, clear: () => setSelected(new Map()) };
}
