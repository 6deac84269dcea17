/** The product grid: one column on the narrowest phones, two on others, three from 768 px, four on a desktop. */
import type { ReactNode } from "react";

const GRID = "grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-3 lg:gap-4 xl:grid-cols-4";
const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function ProductGrid({ children }: { children: ReactNode }) {
  return <ul className={GRID}>{children}</ul>;
}

/** The skeleton of the grid: eight cards in the shape of the real ones. */
export function ProductGridSkeleton() {
  return (
    <ul className={`${GRID} needs-script`} aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} data-skeleton="product" className="card overflow-hidden">
          <div className="skeleton aspect-square rounded-none" />
          <div className="grid gap-2 p-3">
            <div className="skeleton h-4" />
            <div className="skeleton h-4 w-2/3" />
            <div className="skeleton mt-2 h-6 w-1/2" />
            <div className="skeleton mt-3 h-11" />
          </div>
        </li>
      ))}
    </ul>
  );
}
