/**
 * The layout of the filters: a sidebar on a desktop, a collapsible panel under a button on a phone. The
 * button must work before the script has loaded, so it toggles a native popover: an empty one, whose
 * `:popover-open` state the stylesheet uses to show the panel and to change the button's text.
 */

import { useEffect, useRef } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon, FilterIcon } from "#app/components/ui/icons.tsx";
import type { Category } from "#app/features/catalog/catalog.types.ts";
import { type CatalogFilters, getCatalogPath } from "./catalog-filters.ts";
import { FilterPanel } from "./filter-panel.tsx";

interface FilterSidebarProps {
  filters: CatalogFilters;
  categories: Category[];
}

export function FilterSidebar({ filters, categories }: FilterSidebarProps) {
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const path = getCatalogPath(filters);

  // Applied filters close the panel, to show the products. The pressed control is hidden with it: focus the
  // button.
  useEffect(() => {
    if (!path || !popover.current?.matches(":popover-open")) return;
    popover.current.hidePopover();
    button.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <aside
      aria-label="Filtres du catalogue"
      className="filters mt-3 md:col-start-1 md:row-span-2 md:row-start-1 md:mt-0"
    >
      <Button variant="outline" ref={button} popoverTarget="filters-opened" className="w-full md:hidden">
        <span className="filters-open">
          <FilterIcon size={18} className="inline align-[-3px]" /> Filtres
        </span>
        <span className="filters-close">
          <CloseIcon size={18} className="inline align-[-3px]" /> Fermer
        </span>
      </Button>
      <div ref={popover} id="filters-opened" popover="manual" className="filters-opened" />
      <div className="filters-panel card p-4 max-md:mt-3">
        <FilterPanel filters={filters} categories={categories} />
      </div>
    </aside>
  );
}
