/**
 * What the list ignores of its URL: a category that does not exist, with those that do, prices and values
 * of facets that are none.
 */
import { PendingLink } from "#app/components/ui/pending-link.tsx";
import type { Category } from "#app/features/catalog/catalog.types.ts";
import { type CatalogFilters, describeIgnoredPrice, getCatalogPath } from "./catalog-filters.ts";

interface IgnoredFiltersProps {
  isUnknownCategory: boolean;
  categories: Category[];
  /** As they were typed. */
  prices: string[];
  facets: string[];
  filters: CatalogFilters;
}

export function IgnoredFilters({
  isUnknownCategory,
  categories,
  prices,
  facets,
  filters,
}: IgnoredFiltersProps) {
  return (
    <>
      {isUnknownCategory && (
        <div className="mb-4 rounded-card bg-accent-soft p-4">
          <p>Cette catégorie n'existe pas ou n'existe plus. Voici les produits de tous les rayons.</p>
          {categories.length > 0 && (
            <ul aria-label="Rayons" className="scroll-row -mx-4 mt-2 scroll-px-4 gap-2 px-4 md:flex-wrap">
              {categories.map(({ slug, name }) => (
                <li key={slug}>
                  <PendingLink
                    to={getCatalogPath({ ...filters, category: slug, page: 1 })}
                    className="inline-flex min-h-11 items-center rounded-full border border-border-strong bg-white px-4 text-sm hover:border-foreground"
                  >
                    {name}
                  </PendingLink>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {facets.length > 0 && (
        <p className="mb-3 text-sm wrap-anywhere">
          {facets.length === 1
            ? "Ce filtre n'existe pas ou n'existe plus"
            : "Ces filtres n'existent pas ou n'existent plus"}
          &nbsp;: {facets.map((facet) => `«\u00a0${facet}\u00a0»`).join(", ")}.
        </p>
      )}
      {prices.map((price) => (
        <p key={price} className="mb-3 text-sm">
          {describeIgnoredPrice(price)}
        </p>
      ))}
    </>
  );
}
