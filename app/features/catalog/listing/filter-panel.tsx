/**
 * The filters of the catalogue as one GET form, so that all of it works without script. The form submits the search and
 * the order as hidden fields and omits the page, so a new filter starts at page 1. In the sheet of a phone the category
 * is a choice of the form, applied with all others; in the sidebar of a desktop categories are links.
 */

import { useRef, useState } from "react";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import { PendingLink } from "#app/components/ui/pending-link.tsx";
import type { NestedCategory } from "#app/features/catalog/categories/category-branch.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { type CatalogFilters, getCatalogPath, readFilterForm } from "./catalog-filters.ts";
import { CategoryChoice } from "./category-choice.tsx";
import { CategoryNav } from "./category-nav.tsx";
import { FacetChoices } from "./facet-choices.tsx";
import type { Facet } from "./facets.ts";
import { MatchingTotal } from "./matching-total.tsx";
import { PriceRange } from "./price-range.tsx";

interface FilterPanelProps {
  filters: CatalogFilters;
  categories: NestedCategory[];
  facets: Facet[];
  /** The count of the list; null when it could not be loaded. */
  count: RowCount | null;
  /** A form of the same filters that was filled before this one was rendered; null without one. */
  earlyForm: HTMLFormElement | null;
  /** Opens the list with the chosen filters, or without any. */
  onApply(path: string): void;
}

export function FilterPanel({ filters, categories, facets, count, earlyForm, onApply }: FilterPanelProps) {
  const form = useRef<HTMLFormElement>(null);
  const path = getCatalogPath({ ...filters, page: 1 });
  const [early, setEarly] = useState(() => earlyForm && { path, chosen: readFilterForm(earlyForm) });
  if (early && early.path !== path) setEarly(null);
  const chosen = early ? early.chosen : filters;
  return (
    <div className="grid gap-6">
      {categories.length > 0 && <CategoryNav categories={categories} filters={filters} />}
      <form
        ref={form}
        action="/products"
        className="grid gap-5"
        // The inputs are uncontrolled: a new URL remounts the form with new default values.
        key={path}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(getCatalogPath(readFilterForm(event.currentTarget)));
        }}
      >
        <CategoryChoice categories={categories} current={chosen.category} />
        {filters.search && <input type="hidden" name="search" value={filters.search} />}
        <PriceRange min={chosen.minPrice} max={chosen.maxPrice} />
        <fieldset>
          <legend className="mb-1 font-heading text-base font-bold">Disponibilité</legend>
          <Checkbox name="inStock" label="En stock seulement" checked={chosen.inStock} />
          <Checkbox name="newOnly" label="Nouveautés seulement" checked={chosen.newOnly} />
        </fieldset>
        <FacetChoices facets={facets} chosen={chosen.facets} />
        {filters.sort && <input type="hidden" name="sort" value={filters.sort} />}
        <div className="filters-actions">
          <MatchingTotal form={form} filters={filters} count={count} />
          <Button variant="primary" type="submit" className="in-sidebar px-2">
            Appliquer les filtres
          </Button>
          <PendingLink
            to="/products"
            className={buttonClass("outline")}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onApply("/products");
            }}
          >
            Réinitialiser
          </PendingLink>
        </div>
      </form>
    </div>
  );
}

function Checkbox({ name, label, checked }: { name: string; label: string; checked: boolean }) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        name={name}
        value="true"
        defaultChecked={checked}
        className="size-5 accent-brand"
      />
      {label}
    </label>
  );
}
