/**
 * The search of the header: a GET form to the catalogue. It needs text that is more than spaces, which the
 * browser checks by itself, before the script is there as well. What it proposes while someone types is loaded when
 * someone does.
 */
import { useRef, useState } from "react";
import { Form, useLocation, useSearchParams } from "react-router";
import { SearchIcon } from "../ui/icons.tsx";

type Proposals = typeof import("../search/search-suggestions.tsx").SearchSuggestions;

export function SearchBox() {
  const [params] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<Proposals>();
  const { pathname } = useLocation();
  // The directory of technicians has a search of its own.
  const search = (pathname === "/products" && params.get("search")) || "";
  return (
    <Form action="/products" role="search" className="relative flex w-full">
      <input
        key={search}
        ref={field}
        onFocus={async () => {
          // Without it the search works as ever; the next focus tries again.
          const loaded = await import("../search/search-suggestions.tsx").catch(() => null);
          if (loaded) setSuggestions(() => loaded.SearchSuggestions);
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
        className="grid w-13 shrink-0 place-items-center rounded-r-lg bg-laterite text-white hover:bg-laterite-deep"
      >
        <SearchIcon size={20} />
      </button>
      {Suggestions && <Suggestions key={`proposals ${search}`} field={field} />}
    </Form>
  );
}
