/** «Vus récemment»: the recently viewed products, with current data. */
import { useEffect, useRef, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon } from "#app/components/ui/icons.tsx";
import { ScrollRow } from "#app/components/ui/scroll-row.tsx";
import { smoothScrollTo } from "#app/components/ui/smooth-scroll-to.ts";
import { toast } from "#app/components/ui/toast/toast.ts";
import { ProductCard } from "#app/features/catalog/product-card.tsx";
import { listProductsByIds } from "#app/lib/models/card-product.queries.ts";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import { clearRecentlyViewed, parseViewedIds } from "./recently-viewed-store.ts";

/** As many as fit on a desktop. */
const VISIBLE_COUNT = 5;

interface RecentlyViewedRowProps {
  /** The serialized ids, as `recordView` returns them. */
  viewedIds: string;
  lowStockThreshold: number;
}

export function RecentlyViewedRow({ viewedIds, lowStockThreshold }: RecentlyViewedRowProps) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  const row = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let current = true;
    listProductsByIds(getSupabase(), parseViewedIds(viewedIds)).then(
      (loaded) => current && setProducts(loaded),
      (error: unknown) => console.error("catalog: the recently viewed products could not be loaded", error),
    );
    return () => {
      current = false;
    };
  }, [viewedIds]);

  if (products.length === 0) return null;

  function clear() {
    clearRecentlyViewed();
    setProducts([]);
    document.querySelector("main")?.focus({ preventScroll: true });
    toast({ title: "Produits vus récemment effacés" });
  }

  function scrollByScreens(screens: number) {
    const element = row.current;
    if (element) smoothScrollTo(element, element.scrollLeft + screens * element.clientWidth);
  }

  const arrow = "icon-btn border border-border bg-white hover:border-foreground max-md:hidden";
  return (
    <section aria-labelledby="seen" className="mt-8">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="seen" className="grow text-2xl">
          Vus récemment
        </h2>
        <button type="button" className="link min-h-11 px-2" onClick={clear}>
          Effacer
        </button>
        {products.length > VISIBLE_COUNT && (
          <>
            <button
              type="button"
              className={arrow}
              aria-label="Produits précédents"
              onClick={() => scrollByScreens(-1)}
            >
              <ChevronLeftIcon size={20} />
            </button>
            <button
              type="button"
              className={arrow}
              aria-label="Produits suivants"
              onClick={() => scrollByScreens(1)}
            >
              <ChevronRightIcon size={20} />
            </button>
          </>
        )}
      </div>
      <ScrollRow ref={row} className="mt-4">
        {products.map((product) => (
          <li key={product.id} className="w-[10rem] pr-3 md:w-56 md:pr-4">
            <ProductCard product={product} lowStockThreshold={lowStockThreshold} />
          </li>
        ))}
      </ScrollRow>
    </section>
  );
}
