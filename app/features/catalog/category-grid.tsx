/** The families of goods, each with its picture, leading into the catalogue. */
import { Link } from "react-router";
import { Picture } from "../../components/ui/picture.tsx";
import type { Loaded } from "../../lib/loaded.ts";
import type { Category } from "./catalog.types.ts";
import { CATEGORY_GRID } from "./category-grid-skeleton.tsx";

/** These pictures are fetched with the page, the rest when they come near. */
const EARLY_PICTURES = 4;
export const CATEGORIES_FAILURE = "Impossible de charger les catégories";

export function CategoryGrid({ categories }: { categories: Loaded<Category[]> }) {
  if (!categories.ok) return <p role="alert">Error: {CATEGORIES_FAILURE}</p>;
  return (
    <ul className={CATEGORY_GRID}>
      {categories.value.map(({ slug, name, image }, index) => (
        <li key={slug}>
          <Link
            to={`/products?category=${slug}`}
            className="card block h-full overflow-hidden transition-shadow hover:shadow-lift"
          >
            <Picture
              url={image}
              alt=""
              sizes="(max-width: 767px) 106px, 190px"
              fetched={index < EARLY_PICTURES ? "soon" : "near"}
            />
            <span className="block p-3 text-center font-heading font-bold">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
