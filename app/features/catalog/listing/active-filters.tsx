/** The active filters as chips, each with a link that removes it. */

import { CloseIcon } from "#app/components/ui/icons.tsx";
import { PendingLink } from "#app/components/ui/pending-link.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { type CatalogFilters, getCatalogPath } from "./catalog-filters.ts";
import { describeFacet, type Facet } from "./facets.ts";

interface Chip {
  label: string;
  /** The filter values without it. */
  without: Partial<CatalogFilters>;
}

interface ActiveFiltersProps {
  filters: CatalogFilters;
  /** Those of the list, which name the chosen values. */
  facets: readonly Facet[];
  categoryName: string;
}

export function ActiveFilters({ filters, facets, categoryName }: ActiveFiltersProps) {
  const chips = listActiveChips(filters, facets, categoryName);
  if (chips.length === 0) return null;
  // On a phone the title and the sheet name a category that is the only filter: its chip would take the place of a row.
  const isCategoryOnly = filters.category !== "" && chips.length === 1;
  return (
    <ul
      aria-label="Filtres actifs"
      className={`scroll-row -mx-4 mb-3 scroll-px-4 gap-2 px-4 md:mx-0 md:flex-wrap md:px-0 ${isCategoryOnly ? "max-md:hidden" : ""}`}
    >
      {chips.map(({ label, without }) => (
        <li key={label} className="max-w-full">
          <PendingLink
            to={getCatalogPath({ ...filters, ...without, page: 1 })}
            className="relative inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-border-strong bg-white px-4 text-sm hover:border-foreground md:min-h-9"
          >
            <span className="sr-only">Retirer le filtre </span>
            <span className="truncate">{label}</span>
            <CloseIcon size={14} />
          </PendingLink>
        </li>
      ))}
    </ul>
  );
}

/** One chip for each active filter. */
function listActiveChips(filters: CatalogFilters, facets: readonly Facet[], categoryName: string): Chip[] {
  const chips: Chip[] = [];
  if (filters.search) chips.push({ label: `«\u00a0${filters.search}\u00a0»`, without: { search: "" } });
  if (filters.category) chips.push({ label: categoryName, without: { category: "" } });
  if (filters.minPrice > 0 || filters.maxPrice !== null) {
    chips.push({
      label: formatPriceRange(filters),
      without: { minPrice: 0, maxPrice: null, priceApplied: false },
    });
  }
  if (filters.inStock) chips.push({ label: "En stock", without: { inStock: false } });
  if (filters.newOnly) chips.push({ label: "Nouveautés", without: { newOnly: false } });
  for (const chosen of filters.facets) {
    chips.push({
      label: describeFacet(chosen, facets),
      without: { facets: filters.facets.filter((other) => other !== chosen) },
    });
  }
  return chips;
}

function formatPriceRange({ minPrice, maxPrice }: CatalogFilters): string {
  if (maxPrice === null) return `Dès ${formatXof(minPrice)}`;
  if (minPrice === 0) return `Jusqu'à ${formatXof(maxPrice)}`;
  return `${formatXof(minPrice)} à ${formatXof(maxPrice)}`;
}
