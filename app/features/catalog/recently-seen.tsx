/**
 * The place of the products that were looked at before. What shows them is fetched when the place comes near the
 * screen, and only when there are any.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { noteSeen } from "./note-seen.ts";

interface RecentlySeenProps {
  /** The product that is looked at now: it is noted, and not among those shown. */
  productId?: string;
  lowStockThreshold: number;
}

export function RecentlySeen({ productId = "", lowStockThreshold }: RecentlySeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [strip, setStrip] = useState<ReactNode>();

  useEffect(() => {
    const seen = noteSeen(productId);
    if (!seen || !place.current) return;
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // Without it nothing is missing; the browser logs why.
        const loaded = await import("./recently-seen-strip.tsx").catch(() => null);
        if (loaded) setStrip(<loaded.RecentlySeenStrip seen={seen} lowStockThreshold={lowStockThreshold} />);
      },
      { rootMargin: "600px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [productId, lowStockThreshold]);

  return <div ref={place}>{strip}</div>;
}
