/**
 * «Voir plus» puts the next page's number into the address and its products below the ones already there. What
 * was shown before is remembered here, in the browser only, so that a list is whole again after a look at a product
 * and a press of the back button. Once there is more than one page the tab's storage remembers it too
 * (kept-lists.ts): the page that leads back may be another document.
 */
import { useEffect, useState } from "react";
import type { CardProduct } from "../../lib/card-product.ts";
import type { Pages } from "./catalog.types.ts";

/** By the list's address without its page. */
const lists = new Map<string, Pages>();

export interface AppendedPages {
  products: CardProduct[];
  /** The first page among them; above 1 there are earlier products that are not on the screen. */
  firstPage: number;
}

/** The products of `page` below those of the pages just before it, as far as they were shown in this visit. */
export function useAppendedPages(key: string, page: number, products: CardProduct[]): AppendedPages {
  const [, renderAgain] = useState<object>();
  useEffect(() => {
    const pages: Pages = lists.get(key) ?? new Map();
    lists.set(key, pages.set(page, products));
    // Without it the list is a page short; the browser logs why.
    if (page > 1)
      import("./kept-lists.ts").then(
        ({ keepPages }) => keepPages(key, pages, page, renderAgain),
        () => {},
      );
  }, [key, page, products]);
  return append(lists.get(key), page, products);
}

/** Joins `products` to the unbroken run of pages before them; one that moved between two pages shows once. */
export function append(
  pages: ReadonlyMap<number, CardProduct[]> | undefined,
  page: number,
  products: CardProduct[],
): AppendedPages {
  let firstPage = page;
  let joined = products;
  for (let earlier = pages?.get(page - 1); earlier; earlier = pages?.get(firstPage - 1)) {
    firstPage -= 1;
    joined = [...earlier, ...joined];
  }
  const byId = new Map(joined.map((product) => [product.id, product]));
  return { products: [...byId.values()], firstPage };
}
