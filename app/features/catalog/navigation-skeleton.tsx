/**
 * The skeleton shown during a navigation, so that a press has an immediate effect. The component is always
 * mounted around the page: pages whose target has no skeleton must stay mounted until they leave, or they
 * would lose their state.
 */
import { type ReactNode, useEffect } from "react";
import { Image } from "#app/components/ui/image.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { CategoryGridSkeleton } from "./categories/category-grid-skeleton.tsx";
import { CARD_IMAGE_SIZES, getPressedCard } from "./pressed-card.ts";
import { ProductGridSkeleton } from "./product-grid.tsx";

interface NavigationSkeletonProps {
  /** The path of the pending navigation; null without one. */
  pathname: string | null;
  /** The skeleton of the technicians' list, which is another feature's. */
  technicians: ReactNode;
  /** The current page; stays during navigations to pages without a skeleton. */
  children: ReactNode;
}

export function NavigationSkeleton({ pathname, technicians, children }: NavigationSkeletonProps) {
  if (pathname === "/") {
    return (
      <SkeletonPage>
        <div className="skeleton h-40 rounded-card md:h-72" />
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
  if (pathname?.startsWith("/product/")) return <ProductSkeleton pathname={pathname} />;
  if (pathname === "/technicians") {
    return (
      <SkeletonPage>
        <div className="skeleton h-9 w-72" />
        <p role="status" className="text-sm text-muted">
          Chargement des techniciens...
        </p>
        {technicians}
      </SkeletonPage>
    );
  }
  return children;
}

/** With the picture, the name and the price, if the product's card was pressed. */
function ProductSkeleton({ pathname }: { pathname: string }) {
  const known = getPressedCard(pathname);
  return (
    <SkeletonPage>
      <p role="status" className="text-muted">
        Chargement du produit...
      </p>
      <div className="grid gap-6 md:grid-cols-2">
        {known ? (
          <Image
            url={known.image}
            alt=""
            sizes={CARD_IMAGE_SIZES}
            priority="eager"
            className="rounded-card max-md:aspect-[7/6]"
          />
        ) : (
          <div className="skeleton aspect-square rounded-card max-md:aspect-[7/6]" />
        )}
        <div className="grid content-start gap-4">
          <p className={known ? "font-heading text-xl font-bold md:text-3xl" : "skeleton h-9"}>
            {known?.name}
          </p>
          <p
            className={
              known ? "font-heading text-3xl font-extrabold tabular-nums md:text-4xl" : "skeleton h-6 w-1/3"
            }
          >
            {known && formatXof(known.price)}
          </p>
          <div className="skeleton h-12 w-1/2" />
          <div className="skeleton h-12" />
        </div>
      </div>
    </SkeletonPage>
  );
}

function SkeletonPage({ children }: { children: ReactNode }) {
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return <div className="page grid gap-6 py-6">{children}</div>;
}
