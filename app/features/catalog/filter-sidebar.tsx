/**
 * Where the filters stand: a sidebar on a desktop, on a phone a panel under a button. The button must work
 * before the script has arrived, so what it switches is a native popover: an empty one, whose being open the
 * stylesheet reads to show the panel in its place and to change the button's text.
 */

import { useEffect, useRef } from "react";
import { CloseIcon, FilterIcon } from "../../components/ui/icons.tsx";
import type { Category } from "./catalog.types.ts";
import { type CatalogFilters, catalogPath } from "./catalog-filters.ts";
import { FilterPanel } from "./filter-panel.tsx";

interface FilterSidebarProps {
  filters: CatalogFilters;
  categories: Category[];
}

export function FilterSidebar({ filters, categories }: FilterSidebarProps) {
  const opened = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const address = catalogPath(filters);

  // Applied filters: the visitor wants to see the goods. What was pressed goes out of sight with the panel.
  useEffect(() => {
    if (!address || !opened.current?.matches(":popover-open")) return;
    opened.current.hidePopover();
    button.current?.focus({ preventScroll: true });
  }, [address]);

  return (
    <aside
      aria-label="Filtres du catalogue"
      className="filters mt-3 md:col-start-1 md:row-span-2 md:row-start-1 md:mt-0"
    >
      <button
        ref={button}
        type="button"
        popoverTarget="filters-opened"
        className="btn btn-outline w-full md:hidden"
      >
        <span className="filters-open">
          <FilterIcon size={18} className="inline align-[-3px]" /> Filtres
        </span>
        <span className="filters-close">
          <CloseIcon size={18} className="inline align-[-3px]" /> Fermer
        </span>
      </button>
      <div ref={opened} id="filters-opened" popover="manual" className="filters-opened" />
      <div className="filters-panel card p-4 max-md:mt-3">
        <FilterPanel filters={filters} categories={categories} />
      </div>
    </aside>
  );
}
