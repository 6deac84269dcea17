/**
 * The placeholder of the recently viewed products. The row is loaded when the placeholder comes near the
 * viewport, and only when there are any.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { recordView } from "./recently-viewed-store.ts";

interface RecentlyViewedProps {
  /** The current product: its view is recorded, and it is not among those shown. */
  productId?: string;
  lowStockThreshold: number;
}

export function RecentlyViewed({ productId = "", lowStockThreshold }: RecentlyViewedProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [row, setRow] = useState<ReactNode>();

  useEffect(() => {
    const viewedIds = recordView(productId);
    if (!viewedIds || !anchor.current) return;
    const observer = new IntersectionObserver(
      async (changes) => {
        // A busy browser reports several changes at once, the oldest first.
        if (!changes.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // The page is complete without the row; the browser logs a failed import.
        const module = await import("./recently-viewed-row.tsx").catch(() => null);
        if (module)
          setRow(<module.RecentlyViewedRow viewedIds={viewedIds} lowStockThreshold={lowStockThreshold} />);
      },
      { rootMargin: "600px" },
    );
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, [productId, lowStockThreshold]);

  return <div ref={anchor}>{row}</div>;
}
