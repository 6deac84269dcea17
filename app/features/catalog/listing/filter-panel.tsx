/**
 * The filters of the catalogue: categories as links, the rest as one GET form, so that all of it works
 * without script. The form submits the search and category as hidden fields and omits the page, so a new
 * filter starts at page 1.
 */

import { Form, Link } from "react-router";
import { Button, buttonClass } from "#app/components/ui/button.tsx";
import type { Category } from "#app/features/catalog/catalog.types.ts";
import { type CatalogFilters, PRICE_MAX } from "./catalog-filters.ts";
import { CategoryNav } from "./category-nav.tsx";
import { PriceSlider } from "./price-slider.tsx";

interface FilterPanelProps {
  filters: CatalogFilters;
  categories: Category[];
}

export function FilterPanel({ filters, categories }: FilterPanelProps) {
  const max = filters.maxPrice ?? PRICE_MAX;
  return (
    <div className="grid gap-6">
      {categories.length > 0 && <CategoryNav categories={categories} filters={filters} />}
      <Form
        action="/products"
        className="grid gap-5"
        // The inputs are uncontrolled: a new URL remounts the form with new default values.
        key={`${filters.minPrice} ${max} ${filters.inStock} ${filters.newOnly}`}
      >
        {filters.category && <input type="hidden" name="category" value={filters.category} />}
        {filters.search && <input type="hidden" name="search" value={filters.search} />}
        <PriceSlider min={filters.minPrice} max={max} />
        <fieldset>
          <legend className="mb-1 font-heading text-base font-bold">Disponibilité</legend>
          <Checkbox name="inStock" label="En stock seulement" checked={filters.inStock} />
          <Checkbox name="newOnly" label="Nouveautés seulement" checked={filters.newOnly} />
        </fieldset>
        <div className="grid gap-2">
          <Button variant="primary" type="submit" className="px-2">
            Appliquer les filtres
          </Button>
          <Link to="/products" className={buttonClass("outline")}>
            Réinitialiser
          </Link>
        </div>
      </Form>
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
