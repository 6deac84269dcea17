/** The category grid of the home page: each category with its image, linking to the catalogue. */

import { Link } from "react-router";
import { Image } from "#app/components/ui/image.tsx";
import type { Category } from "#app/features/catalog/catalog.types.ts";
import { CATEGORIES_LOAD_ERROR } from "#app/lib/error-messages.ts";
import type { Result } from "#app/lib/result.ts";
import { CATEGORY_CLASS, CATEGORY_GRID_CLASS } from "./category-grid-skeleton.tsx";

/** These images are loaded with the page, the others lazily. */
const EAGER_IMAGES = 4;

export function CategoryGrid({ categories }: { categories: Result<Category[]> }) {
  if (!categories.ok) return <p role="alert">Error: {CATEGORIES_LOAD_ERROR}</p>;
  return (
    <ul className={CATEGORY_GRID_CLASS}>
      {categories.value.map(({ slug, name, image }, index) => (
        <li key={slug} className={CATEGORY_CLASS}>
          <Link to={`/products?category=${slug}`} className="category-tile">
            <Image
              url={image}
              alt=""
              sizes="(max-width: 767px) 84px, 190px"
              priority={index < EAGER_IMAGES ? "eager" : "lazy"}
            />
            <span className="block pt-1.5 text-center text-xs font-semibold md:p-2 md:font-heading md:text-sm md:font-bold lg:p-3 lg:text-base">
              {name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
