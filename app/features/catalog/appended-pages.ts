/**
 * «Voir plus» puts the next page's number into the address and its products below the ones already there. What
 * was shown before is remembered here, in the browser only and for one list at a time, so that the list is
 * whole again after a look at a product and a press of the back button.
 */
import { useEffect } from "react";
import type { CardProduct } from "./catalog.types.ts";

interface ShownList {
  /** The list's address without its page. */
  key: string;
  pages: Map<number, CardProduct[]>;
}

let shown: ShownList = { key: "", pages: new Map() };

export interface AppendedPages {
  products: CardProduct[];
  /** The first page among them; above 1 there are earlier products that are not on the screen. */
  firstPage: number;
}

/** The products of `page` below those of the pages just before it, as far as they were shown in this visit. */
export function useAppendedPages(key: string, page: number, products: CardProduct[]): AppendedPages {
  useEffect(() => {
    if (shown.key !== key) shown = { key, pages: new Map() };
    shown.pages.set(page, products);
  }, [key, page, products]);
  return shown.key === key ? append(shown.pages, page, products) : { products, firstPage: page };
}

/** Joins `products` to the unbroken run of pages before them; one that moved between two pages shows once. */
export function append(
  pages: ReadonlyMap<number, CardProduct[]>,
  page: number,
  products: CardProduct[],
): AppendedPages {
  let firstPage = page;
  let joined = products;
  for (let earlier = pages.get(page - 1); earlier; earlier = pages.get(firstPage - 1)) {
    firstPage -= 1;
    joined = [...earlier, ...joined];
  }
  const byId = new Map(joined.map((product) => [product.id, product]));
  return { products: [...byId.values()], firstPage };
}
