/** The families of goods, each with its picture, leading into the catalogue. */
import { Link } from "react-router";
import { Picture } from "../../components/ui/picture.tsx";
import type { Loaded } from "../../lib/loaded.ts";
import type { Category } from "./catalog.types.ts";
import { catalogPath } from "./catalog-filters.ts";

const GRID = "grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-6";
/** These pictures are fetched with the page, the rest when they come near. */
const EARLY_PICTURES = 4;
const SKELETONS = ["a", "b", "c", "d", "e", "f"];
const FAILURE = "Impossible de charger les catégories";

export function CategoryGrid({ categories }: { categories: Loaded<Category[]> }) {
  if (!categories.ok) return <p role="alert">Error: {FAILURE}</p>;
  return (
    <ul className={GRID}>
      {categories.value.map(({ slug, name, image }, index) => (
        <li key={slug}>
          <Link
            to={catalogPath({ category: slug })}
            className="card block h-full overflow-hidden transition-shadow hover:shadow-lift"
          >
            <Picture
              url={image}
              alt=""
              sizes="(max-width: 767px) 140px, 190px"
              fetched={index < EARLY_PICTURES ? "soon" : "near"}
            />
            <span className="block p-3 text-center font-heading font-bold">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function CategoryGridSkeleton() {
  return (
    <ul className={GRID} aria-hidden="true">
      {SKELETONS.map((key) => (
        <li key={key} data-skeleton="category" className="card overflow-hidden">
          <div className="skeleton aspect-square rounded-none" />
          <div className="p-3">
            <div className="skeleton mx-auto h-6 w-2/3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
