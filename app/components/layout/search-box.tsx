/**
 * The search box of the header: a GET form to the catalogue, which stays in the category that the catalogue shows.
 * The browser validates that the query is more than spaces, also before the script has loaded. The suggestions are
 * a lazy module, loaded on the first focus.
 */
import { useRef, useState } from "react";
import { Form, useLocation, useSearchParams } from "react-router";
import { SearchButton } from "#app/components/ui/search-button.tsx";

type SuggestionsComponent = typeof import("#app/components/search/search-suggestions.tsx").SearchSuggestions;

interface SearchBoxProps {
  categories: readonly { slug: string; name: string }[];
}

export function SearchBox({ categories }: SearchBoxProps) {
  const [params] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<SuggestionsComponent>();
  const { pathname } = useLocation();
  // The query of the technicians directory belongs to that page's own search form.
  const isCatalog = pathname === "/products";
  const search = (isCatalog && params.get("search")) || "";
  const category = isCatalog ? categories.find(({ slug }) => slug === params.get("category")) : undefined;

  /** A failed import leaves the plain search form; the next letter or focus tries again. */
  async function loadSuggestions() {
    const module = await import("#app/components/search/search-suggestions.tsx").catch(() => null);
    if (module) setSuggestions(() => module.SearchSuggestions);
  }

  return (
    <Form action="/products" role="search" className="relative w-full">
      {category && <input type="hidden" name="category" value={category.slug} />}
      <input
        key={search}
        ref={field}
        onFocus={loadSuggestions}
        onInput={Suggestions ? undefined : loadSuggestions}
        type="search"
        name="search"
        aria-label="Rechercher un produit"
        placeholder={category ? `Chercher dans ${category.name}...` : "Perceuse, ciment, robinet..."}
        defaultValue={search}
        required
        pattern=".*\S.*"
        title="Écrivez ce que vous cherchez"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        className="field pr-15"
      />
      <SearchButton label="Rechercher" />
      {Suggestions && (
        <Suggestions
          key={`suggestions ${category?.slug} ${search}`}
          field={field}
          category={category ?? null}
        />
      )}
    </Form>
  );
}
