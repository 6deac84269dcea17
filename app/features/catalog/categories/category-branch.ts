/** The tree of the categories as the pages show it: addresses, breadcrumbs, and the branch of a category in a list. */
import type { Category, CategoryBranch } from "#app/features/catalog/catalog.types.ts";
import { getListPath } from "#app/features/catalog/listing/catalog-filters.ts";
import type { ProductSort } from "#app/features/catalog/listing/product-sort.ts";

/** The path of a category's page in this order, from 1; `after` is the id of the product before the page. */
export function getCategoryPath(
  slug: string,
  sort: ProductSort | null = null,
  page = 1,
  after?: string,
): string {
  return getListPath(`/category/${slug}`, sort, page, after);
}

const ALL_CATEGORIES = [
  { to: "/", label: "Accueil" },
  { to: "/categories", label: "Rayons" },
];

/** The pages above a category's page. */
export function listCategoryCrumbs(ancestors: readonly Pick<Category, "slug" | "name">[]) {
  return [
    ...ALL_CATEGORIES,
    ...ancestors.map(({ slug, name }) => ({ to: getCategoryPath(slug), label: name })),
  ];
}

/** A category in a list of the families, with its depth: 0 for a family. */
export interface NestedCategory extends Category {
  depth: number;
}

/** Indents a list item by its depth. */
export const DEPTH_CLASSES: readonly string[] = ["", "pl-3", "pl-6", "pl-9", "pl-12"];

/** The families, with the branch below the one that the category is in: the way to it, and what is below it. */
export function nestBranch(families: readonly Category[], branch: CategoryBranch | null): NestedCategory[] {
  return families.flatMap((family) => {
    const root = { ...family, depth: 0 };
    if (!branch) return [root];
    const path = [...branch.ancestors, branch.category];
    if (path[0]?.slug !== family.slug) return [root];
    return [
      root,
      ...path.slice(1).map((category, index) => ({ ...category, depth: index + 1 })),
      ...branch.children.map((category) => ({ ...category, depth: path.length })),
    ];
  });
}
