/**
 * The carousel of new arrivals: a scrollable row that also advances by itself with script, one product every
 * four seconds, in a loop. It pauses on hover, on focus, by its button and outside the viewport, and never
 * advances under prefers-reduced-motion.
 */

import { type ReactNode, useState } from "react";
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from "#app/components/ui/icons.tsx";
import { ProductItem } from "#app/features/catalog/product-item.tsx";
import type { CardProduct } from "#app/lib/models/card-product.ts";
import { useCarousel } from "./use-carousel.ts";

interface NewArrivalsProps {
  products: CardProduct[];
  lowStockThreshold: number;
  renderAction: (product: CardProduct) => ReactNode;
}

export function NewArrivals({ products, lowStockThreshold, renderAction }: NewArrivalsProps) {
  const [stopped, setStopped] = useState(false);
  const { listRef, scrollByItem, pauseHandlers } = useCarousel(stopped);
  const control = "icon-btn border border-border bg-white hover:border-foreground";
  return (
    <section
      aria-labelledby="new-arrivals"
      aria-roledescription="carrousel"
      className="page mt-8"
      {...pauseHandlers}
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 id="new-arrivals" className="grow text-2xl">
          Nouveautés
        </h2>
        <button
          type="button"
          className={`${control} motion-reduce:hidden`}
          aria-label={stopped ? "Relancer le défilement" : "Arrêter le défilement"}
          onClick={() => setStopped(!stopped)}
        >
          {stopped ? <PlayIcon size={18} /> : <PauseIcon size={18} />}
        </button>
        <button
          type="button"
          className={control}
          aria-label="Produits précédents"
          onClick={() => scrollByItem(-1)}
        >
          <ChevronLeftIcon size={20} />
        </button>
        <button
          type="button"
          className={control}
          aria-label="Produits suivants"
          onClick={() => scrollByItem(1)}
        >
          <ChevronRightIcon size={20} />
        </button>
      </div>
      <ul ref={listRef} className="scroll-row relative mt-4 gap-3 md:gap-4">
        {products.map((product) => (
          <ProductItem
            key={product.id}
            className="w-[max(8.5rem,calc((100%-12px)/2))] md:w-[calc((100%-32px)/3)] lg:w-[calc((100%-64px)/5)]"
            product={product}
            lowStockThreshold={lowStockThreshold}
            renderAction={renderAction}
          />
        ))}
      </ul>
    </section>
  );
}
