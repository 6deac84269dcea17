/** The cards of the categories page: image, name and number of products of each category. */

import { Link } from "react-router";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { ChevronRightIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import type { CountedCategory } from "#app/features/catalog/catalog.types.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import { formatProductCount } from "./subcategories.tsx";

/** The first four are above the fold on a phone. */
const EAGER_IMAGES = 4;
/**
 * Less than the displayed width, as for the product cards (product-card.tsx): a high-density phone then loads
 * the 320 px file.
 */
const SIZES = "(max-width: 767px) 106px, 33vw";

export function CategoryCards({ categories }: { categories: Result<CountedCategory[]> }) {
  if (!categories.ok) {
    return (
      <p role="alert" className="card p-5">
        Error: {CATEGORIES_LOAD_ERROR}.{" "}
        <a href="/categories" className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (categories.value.length === 0) {
    return (
      <EmptyState image="empty-search" title="Aucune catégorie pour le moment">
        <Link to="/products" className={buttonClass("primary")}>
          Voir tous les produits
        </Link>
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3">
      {categories.value.map(({ slug, name, image, productCount }, index) => (
        <li key={slug}>
          <Link to={`/products?category=${slug}`} className="card flex h-full flex-col overflow-hidden lift">
            <Image
              url={image}
              alt=""
              sizes={SIZES}
              priority={index < EAGER_IMAGES ? "eager" : "lazy"}
              className="md:aspect-[6/5]"
            />
            <span className="flex grow items-start gap-2 p-3">
              <span className="min-w-0 grow">
                <span className="block font-heading font-bold break-words">{name}</span>
                <span className="block text-sm text-muted">{formatProductCount(productCount)}</span>
              </span>
              <ChevronRightIcon className="mt-2 text-brand max-md:hidden" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
