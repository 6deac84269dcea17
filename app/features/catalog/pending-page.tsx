/**
 * What stands on the screen while the next page is on its way: its shape, so that a press is answered at once. It
 * is around the page all the time: a page without a shape for what follows it must stay mounted until it leaves,
 * or it would forget what it was doing.
 */
import { type ReactNode, useEffect } from "react";
import { CategoryGridSkeleton } from "./category-grid-skeleton.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

interface PendingPageProps {
  /** Where the visitor is going; null when they are not. */
  pathname: string | null;
  /** The page; stays while pages without a shape of their own are fetched. */
  children: ReactNode;
}

export function PendingPage({ pathname, children }: PendingPageProps) {
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
  if (pathname?.startsWith("/product/")) {
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
  return children;
}

function Shape({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return <div className="page grid gap-6 py-6">{children}</div>;
}
