/** The families of goods on their own page: each with its picture, its name and how much there is to choose from. */
import { Link } from "react-router";
import { EmptyState } from "../../components/layout/empty-state.tsx";
import { ChevronRightIcon } from "../../components/ui/icons.tsx";
import { Picture } from "../../components/ui/picture.tsx";
import type { Loaded } from "../../lib/loaded.ts";
import type { CountedCategory } from "./catalog.types.ts";
import { CATEGORIES_FAILURE } from "./category-grid.tsx";

/** On a phone the first four stand on the first screen. */
const EARLY_PICTURES = 4;
/** Less than the width on the screen, as for the product cards: a dense phone then takes the 320 px file. */
const SIZES = "(max-width: 767px) 106px, 33vw";

export function CategoryCards({ categories }: { categories: Loaded<CountedCategory[]> }) {
  if (!categories.ok) {
    return (
      <p role="alert" className="card p-5">
        Error: {CATEGORIES_FAILURE}.{" "}
        <a href="/categories" className="link">
          Réessayer
        </a>
      </p>
    );
  }
  if (categories.value.length === 0) {
    return (
      <EmptyState picture="empty-search" title="Aucune catégorie pour le moment">
        <Link to="/products" className="btn btn-primary">
          Voir tous les produits
        </Link>
      </EmptyState>
    );
  }
  return (
    <ul className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-3">
      {categories.value.map(({ slug, name, image, productCount }, index) => (
        <li key={slug}>
          <Link
            to={`/products?category=${slug}`}
            className="card flex h-full flex-col overflow-hidden transition-shadow hover:shadow-lift"
          >
            <Picture
              url={image}
              alt=""
              sizes={SIZES}
              fetched={index < EARLY_PICTURES ? "soon" : "near"}
              className="md:aspect-[6/5]"
            />
            <span className="flex grow items-start gap-2 p-3">
              <span className="min-w-0 grow">
                <span className="block font-heading font-bold break-words">{name}</span>
                <span className="block text-sm text-ink-soft">{countOf(productCount)}</span>
              </span>
              <ChevronRightIcon className="mt-2 text-laterite max-md:hidden" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countOf(products: number): string {
  if (products === 0) return "Bientôt disponible";
  return products === 1 ? "1 produit" : `${products} produits`;
}
