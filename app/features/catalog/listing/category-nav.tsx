/**
 * The categories as links of the sidebar; choosing one keeps the search and resets the page to 1. The sheet of a phone
 * has them as a choice of its form (category-choice.tsx).
 */
import { PendingLink } from "#app/components/ui/pending-link.tsx";
import { DEPTH_CLASSES, type NestedCategory } from "#app/features/catalog/categories/category-branch.ts";
import { type CatalogFilters, getCatalogPath } from "./catalog-filters.ts";

const ITEM_CLASS = "flex min-h-11 items-center rounded-lg px-3 wrap-anywhere md:min-h-9 hover:bg-surface";
const CURRENT_CLASS = "bg-brand-soft font-semibold text-brand";

export function CategoryNav({
  categories,
  filters,
}: {
  categories: NestedCategory[];
  filters: CatalogFilters;
}) {
  const choices = [{ slug: "", name: "Tous les rayons", depth: 0 }, ...categories];
  return (
    <nav aria-label="Catégories" className="in-sidebar">
      <h2 className="mb-2 text-base">Catégories</h2>
      <ul>
        {choices.map(({ slug, name, depth }) => {
          const current = slug === filters.category;
          return (
            <li key={slug} className={DEPTH_CLASSES[depth]}>
              <PendingLink
                to={getCatalogPath({ ...filters, category: slug, page: 1 })}
                aria-current={current ? "true" : undefined}
                className={`${ITEM_CLASS} ${current ? CURRENT_CLASS : ""}`}
              >
                {name}
              </PendingLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
