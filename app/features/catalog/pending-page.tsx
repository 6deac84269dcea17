/** What stands on the screen while the next page is on its way: its shape, so that a press is answered at once. */
import { type ReactNode, useEffect } from "react";
import { CategoryGridSkeleton } from "./category-grid.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

interface PendingPageProps {
  /** Where the visitor is going. */
  pathname: string;
  /** Shown for pages without a shape of their own. */
  fallback: ReactNode;
}

export function PendingPage({ pathname, fallback }: PendingPageProps) {
  if (pathname === "/") {
    return (
      <Shape>
        <div className="skeleton h-72 rounded-card" />
        <CategoryGridSkeleton />
      </Shape>
    );
  }
  if (pathname === "/products") {
    return (
      <Shape>
        <div className="skeleton h-9 w-56" />
        <ProductGridSkeleton />
      </Shape>
    );
  }
  if (pathname.startsWith("/product/")) {
    return (
      <Shape>
        <p role="status" className="text-ink-soft">
          Chargement du produit...
        </p>
        <div className="grid gap-6 md:grid-cols-2">
          <div className="skeleton aspect-square rounded-card" />
          <div className="grid content-start gap-4">
            <div className="skeleton h-9" />
            <div className="skeleton h-6 w-1/3" />
            <div className="skeleton h-12 w-1/2" />
            <div className="skeleton h-12" />
          </div>
        </div>
      </Shape>
    );
  }
  return fallback;
}

function Shape({ children }: { children: ReactNode }) {
  useEffect(() => window.scrollTo(0, 0), []);
  return <div className="page grid gap-6 py-6">{children}</div>;
}
