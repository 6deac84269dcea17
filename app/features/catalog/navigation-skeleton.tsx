/**
 * The skeleton shown during a navigation, so that a press has an immediate effect. The component is always
 * mounted around the page: pages whose target has no skeleton must stay mounted until they leave, or they
 * would lose their state.
 */
import { type ReactNode, useEffect } from "react";
import { CategoryGridSkeleton } from "./categories/category-grid-skeleton.tsx";
import { ProductGridSkeleton } from "./product-grid.tsx";

interface NavigationSkeletonProps {
  /** The path of the pending navigation; null without one. */
  pathname: string | null;
  /** The current page; stays during navigations to pages without a skeleton. */
  children: ReactNode;
}

export function NavigationSkeleton({ pathname, children }: NavigationSkeletonProps) {
  if (pathname === "/") {
    return (
      <SkeletonPage>
        <div className="skeleton h-72 rounded-card" />
        <CategoryGridSkeleton />
      </SkeletonPage>
    );
  }
  if (pathname === "/products") {
    return (
      <SkeletonPage>
        <div className="skeleton h-9 w-56" />
        <ProductGridSkeleton />
      </SkeletonPage>
    );
  }
  if (pathname?.startsWith("/product/")) {
    return (
      <SkeletonPage>
        <p role="status" className="text-muted">
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
      </SkeletonPage>
    );
  }
  return children;
}

function SkeletonPage({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return <div className="page grid gap-6 py-6">{children}</div>;
}
