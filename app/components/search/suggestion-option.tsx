/** The options of the search suggestions: families first, then brands, products, then the search itself. */
import { SearchIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { UnbrokenNumbers } from "#app/components/ui/unbroken-numbers.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import { markMatches } from "#app/lib/search/mark-matches.ts";
import type { Suggestions } from "#app/lib/search/suggestions.ts";

export interface SuggestionOption {
  to: string;
  kind: "category" | "brand" | "product" | "search";
  label: string;
  price?: string;
  image?: string | null;
}

/** A category that the search is limited to. */
export interface SearchedCategory {
  slug: string;
  name: string;
}

/**
 * The options for a query. A search in a category ends with the search in the whole shop, also when the category has
 * nothing to suggest.
 */
export function toSuggestionOptions(
  query: string,
  { categories, brands, products }: Suggestions,
  category: SearchedCategory | null,
): SuggestionOption[] {
  const options: SuggestionOption[] = [
    ...categories.map(({ slug, name, image }) => ({
      kind: "category" as const,
      to: `/products?category=${slug}`,
      label: name,
      image,
    })),
    ...brands.map(({ slug, name }) => ({ kind: "brand" as const, to: `/brands/${slug}`, label: name })),
    ...products.map(({ slug, name, price, image }) => ({
      kind: "product" as const,
      to: `/product/${slug}`,
      label: name,
      price: formatXof(price),
      image,
    })),
  ];
  const quoted = `«\u00a0${query}\u00a0»`;
  if (category) {
    if (products.length > 0) {
      options.push({
        kind: "search",
        to: getSearchPath(query, category.slug),
        label: `Tous les résultats pour ${quoted} dans ${category.name}`,
      });
    }
    options.push({
      kind: "search",
      to: getSearchPath(query),
      label: `Chercher ${quoted} dans tout le magasin`,
    });
  } else if (options.length > 0) {
    options.push({ kind: "search", to: getSearchPath(query), label: `Tous les résultats pour ${quoted}` });
  }
  return options;
}

function getSearchPath(query: string, category?: string): string {
  return `/products?${new URLSearchParams({ ...(category && { category }), search: query })}`;
}

/** The content of an option, with the letters that match the query marked. */
export function OptionContent({ kind, label, price, image, query }: SuggestionOption & { query: string }) {
  return (
    <>
      <span className="w-11 shrink-0 text-muted">
        {image === undefined ? (
          <SearchIcon size={18} className="mx-auto" />
        ) : (
          <Image
            url={image}
            alt=""
            sizes="44px"
            priority="eager"
            className={kind === "category" ? "rounded-full" : "rounded-md"}
          />
        )}
      </span>
      {kind === "product" ? (
        <span className="flex min-w-0 grow flex-col text-sm md:flex-row md:justify-between md:gap-4">
          <span className="max-md:line-clamp-2">
            <Marked text={label} query={query} />
          </span>
          <span className="whitespace-nowrap tabular-nums max-md:text-muted">{price}</span>
        </span>
      ) : kind !== "search" ? (
        <span className="min-w-0 grow text-sm">
          <span className="text-muted">{kind === "category" ? "Dans la catégorie" : "De la marque"}</span>{" "}
          <Marked text={label} query={query} />
        </span>
      ) : (
        <span className="min-w-0 grow text-sm font-semibold break-words">{label}</span>
      )}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  let start = 0;
  return markMatches(text, query).map(({ text: part, isMatch }) => {
    const key = start;
    start += part.length;
    return isMatch ? (
      <mark key={key} className="bg-transparent font-bold text-inherit">
        {part}
      </mark>
    ) : (
      <UnbrokenNumbers key={key} text={part} />
    );
  });
}
