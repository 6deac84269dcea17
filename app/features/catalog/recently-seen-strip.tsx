/** «Vus récemment»: the products that were looked at before, as the shop has them now. */
import { useEffect, useRef, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon } from "../../components/ui/icons.tsx";
import { slide } from "../../components/ui/slide.ts";
import { Strip } from "../../components/ui/strip.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import type { CardProduct } from "../../lib/card-product.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { listProductsByIds } from "./catalog.queries.ts";
import { ProductCard } from "./product-card.tsx";
import { forgetSeen, readSeen } from "./seen-products.ts";

/** As many as a desktop shows side by side. */
const FITTING = 5;

interface RecentlySeenStripProps {
  /** Their ids as `noteSeen` gives them. */
  seen: string;
  lowStockThreshold: number;
}

export function RecentlySeenStrip({ seen, lowStockThreshold }: RecentlySeenStripProps) {
  const [products, setProducts] = useState<CardProduct[]>([]);
  const strip = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let current = true;
    listProductsByIds(supabase(), readSeen(seen)).then(
      (found) => current && setProducts(found),
      (error: unknown) => console.error("catalog: what was seen before could not be read", error),
    );
    return () => {
      current = false;
    };
  }, [seen]);

  if (products.length === 0) return null;

  function forget() {
    forgetSeen();
    setProducts([]);
    document.querySelector("main")?.focus({ preventScroll: true });
    toast({ title: "Produits vus récemment effacés" });
  }

  function move(screens: number) {
    const row = strip.current;
    if (row) slide(row, row.scrollLeft + screens * row.clientWidth);
  }

  const arrow = "icon-btn border border-line bg-white hover:border-ink max-md:hidden";
  return (
    <section aria-labelledby="seen" className="mt-8">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="seen" className="grow text-2xl">
          Vus récemment
        </h2>
        <button type="button" className="link min-h-11 px-2" onClick={forget}>
          Effacer
        </button>
        {products.length > FITTING && (
          <>
            <button type="button" className={arrow} aria-label="Produits précédents" onClick={() => move(-1)}>
              <ChevronLeftIcon size={20} />
            </button>
            <button type="button" className={arrow} aria-label="Produits suivants" onClick={() => move(1)}>
              <ChevronRightIcon size={20} />
            </button>
          </>
        )}
      </div>
      <Strip ref={strip} className="mt-4">
        {products.map((product) => (
          <li key={product.id} className="w-[10rem] pr-3 md:w-56 md:pr-4">
            <ProductCard product={product} lowStockThreshold={lowStockThreshold} />
          </li>
        ))}
      </Strip>
    </section>
  );
}
