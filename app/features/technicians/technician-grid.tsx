/** The technician grid: one column on a phone, three on a desktop. */
import type { ReactNode, Ref } from "react";

const GRID = "grid grid-cols-1 gap-3 md:grid-cols-2 md:gap-4 lg:grid-cols-3";
const SKELETONS = ["a", "b", "c", "d", "e", "f"];

export function TechnicianGrid({ children, ref }: { children: ReactNode; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} className={GRID}>
      {children}
    </ul>
  );
}

/** The skeleton of the grid: six cards in the shape of the real ones. */
export function TechnicianGridSkeleton() {
  return (
    <ul className={GRID} aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} data-skeleton="technician" className="card grid gap-4 p-4">
          <div className="flex gap-4">
            <div className="skeleton size-24 shrink-0 rounded-xl md:size-28" />
            <div className="grid grow content-start gap-2">
              <div className="skeleton h-6 w-20" />
              <div className="skeleton h-6" />
              <div className="skeleton h-4 w-2/3" />
            </div>
          </div>
          <div className="skeleton h-10" />
          <div className="skeleton h-11" />
        </li>
      ))}
    </ul>
  );
}
