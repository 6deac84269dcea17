/** The categories one level below a category, as links with their numbers of products. */
import { PendingLink } from "#app/components/ui/pending-link.tsx";
import type { CountedCategory } from "#app/features/catalog/catalog.types.ts";
import { getCategoryPath } from "./category-branch.ts";

export function Subcategories({ categories }: { categories: readonly CountedCategory[] }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label="Sous-rayons" className="mt-4">
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-4">
        {categories.map(({ slug, name, productCount }) => (
          <li key={slug}>
            <PendingLink
              to={getCategoryPath(slug)}
              className="card flex h-full min-h-11 flex-col justify-center px-3 py-2 hover:border-foreground"
            >
              <span className="font-semibold break-words">{name}</span>
              <span className="text-sm text-muted">{formatProductCount(productCount)}</span>
            </PendingLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone's list of a category: the sidebar of a desktop has them below the category. */
export function SubcategoryChips({
  categories,
  getPath,
}: {
  categories: readonly CountedCategory[];
  getPath(slug: string): string;
}) {
  if (categories.length === 0) return null;
  return (
    <ul aria-label="Sous-rayons" className="scroll-row -mx-4 mb-3 scroll-px-4 gap-2 px-4 md:hidden">
      {categories.map(({ slug, name }) => (
        <li key={slug}>
          <PendingLink
            to={getPath(slug)}
            className="inline-flex min-h-11 items-center rounded-full border border-border-strong bg-white px-4 text-sm"
          >
            {name}
          </PendingLink>
        </li>
      ))}
    </ul>
  );
}

/** On the card of a category. */
export function formatProductCount(products: number): string {
  if (products === 0) return "Bientôt disponible";
  return products === 1 ? "1 produit" : `${products} produits`;
}
