/**
 * «Voir plus» puts the next page's number into the URL and appends its products to the list. Pages shown
 * before are cached here, in the browser only, so that the list is complete again after a look at a product
 * and the back button. Once there is more than one page they are also stored in the tab's session storage
 * (sync-list-pages.ts), since coming back may load a new document.
 */
import { useEffect, useState } from "react";
import type { PagesByNumber } from "#app/features/catalog/catalog.types.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";

/** The pages of a list that were appended, by the list's URL without its page number. */
const pagesByList = new Map<string, PagesByNumber>();

export interface AppendedPages {
  products: CardProduct[];
  /** The number of the first page among them; above 1 there are earlier products that are not shown. */
  firstPage: number;
}

/**
 * The products of `page` after those of the pages just before it, as far as they were shown in this visit.
 */
export function useAppendedPages(key: string, page: number, products: CardProduct[]): AppendedPages {
  const [, renderAgain] = useState<object>();
  useEffect(() => {
    const pages: PagesByNumber = pagesByList.get(key) ?? new Map();
    pagesByList.set(key, pages.set(page, products));
    // When the import fails the list lacks the earlier pages; the browser logs why.
    if (page > 1)
      import("./sync-list-pages.ts").then(
        ({ syncListPages }) => syncListPages(key, pages, page, renderAgain),
        () => {},
      );
  }, [key, page, products]);
  return joinPages(pagesByList.get(key), page, products);
}

/** Prepends the unbroken run of pages before `page`; a product that moved between two pages is shown once. */
export function joinPages(
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
