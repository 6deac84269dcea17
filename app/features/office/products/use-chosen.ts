/** The products that were chosen, also on pages that are not shown any more. */
import { useMemo, useState } from "react";
import type { Choice } from "../../../components/office/data-table.tsx";
import type { ListedProduct } from "./products.queries.ts";

interface Chosen {
  /** In the order they were chosen in. */
  products: readonly ListedProduct[];
  choice: Choice<ListedProduct>;
  clear(): void;
}

export function useChosen(): Chosen {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ListedProduct>>(new Map());

  const choice: Choice<ListedProduct> = {
    isChosen: ({ id }) => chosen.has(id),
    labelOf: ({ name }) => `Choisir ${name}`,
    onChoose: (products, isChosen) =>
      setChosen((before) => {
        const after = new Map(before);
        for (const product of products) {
          if (isChosen) after.set(product.id, product);
          else after.delete(product.id);
        }
        return after;
      }),
  };
  const products = useMemo(() => [...chosen.values()], [chosen]);
  return { products, choice, clear: () => setChosen(new Map()) };
}
