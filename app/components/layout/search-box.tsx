/**
 * The search box of the header: a GET form to the catalogue. The browser validates that the query is more
 * than spaces, also before the script has loaded. The suggestions are a lazy module, loaded on the first
 * focus.
 */
import { useRef, useState } from "react";
import { Form, useLocation, useSearchParams } from "react-router";
import { SearchIcon } from "#app/components/ui/icons.tsx";

type SuggestionsComponent = typeof import("#app/components/search/search-suggestions.tsx").SearchSuggestions;

export function SearchBox() {
  const [params] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<SuggestionsComponent>();
  const { pathname } = useLocation();
  // The query of the technicians directory belongs to that page's own search form.
  const search = (pathname === "/products" && params.get("search")) || "";
  return (
    <Form action="/products" role="search" className="relative flex w-full">
      <input
        key={search}
        ref={field}
        onFocus={async () => {
          // A failed import leaves the plain search form; the next focus tries again.
          const module = await import("#app/components/search/search-suggestions.tsx").catch(() => null);
          if (module) setSuggestions(() => module.SearchSuggestions);
        }}
        type="search"
        name="search"
        aria-label="Rechercher un produit"
        placeholder="Perceuse, ciment, robinet..."
        defaultValue={search}
        required
        pattern=".*\S.*"
        title="Écrivez ce que vous cherchez"
        maxLength={100}
        enterKeyHint="search"
        autoComplete="off"
        className="field grow rounded-r-none border-r-0"
      />
      <button
        type="submit"
        aria-label="Rechercher"
        className="grid w-13 shrink-0 place-items-center rounded-r-lg bg-brand text-white hover:bg-brand-strong"
      >
        <SearchIcon size={20} />
      </button>
      {Suggestions && <Suggestions key={`suggestions ${search}`} field={field} />}
    </Form>
  );
}
