/** «Vus récemment»: the products that were looked at before, as the shop has them now. */
import { useEffect, useState } from "react";
import { Strip } from "../../components/ui/strip.tsx";
import { toast } from "../../components/ui/toast/toast.ts";
import { supabase } from "../../lib/supabase.client.ts";
import { listProductsByIds } from "./catalog.queries.ts";
import type { CardProduct } from "./catalog.types.ts";
import { ProductCard } from "./product-card.tsx";
import { forgetSeen, readSeen } from "./seen-products.ts";

interface RecentlySeenStripProps {
  /** Their ids as `noteSeen` gives them. */
  seen: string;
  lowStockThreshold: number;
}

export function RecentlySeenStrip({ seen, lowStockThreshold }: RecentlySeenStripProps) {
  const [products, setProducts] = useState<CardProduct[]>([]);

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

  return (
    <section aria-labelledby="seen" className="mt-8">
      <div className="flex items-center justify-between gap-4">
        <h2 id="seen" className="text-2xl">
          Vus récemment
        </h2>
        <button type="button" className="link min-h-11" onClick={forget}>
          Effacer
        </button>
      </div>
      <Strip className="mt-4">
        {products.map((product) => (
          <li key={product.id} className="w-40 pr-3 md:w-56 md:pr-4">
            <ProductCard product={product} lowStockThreshold={lowStockThreshold} />
          </li>
        ))}
      </Strip>
    </section>
  );
}
