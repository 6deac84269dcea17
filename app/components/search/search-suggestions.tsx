/**
 * The search suggestions under the header's search box: a list box after the ARIA combobox pattern. The
 * module is loaded on the first focus and enhances the existing input, since replacing it would lose the
 * caret.
 */
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { SearchIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { formatXof } from "#app/lib/format/money.ts";
import {
  getSuggestionsPath,
  MIN_QUERY_LENGTH,
  normalizeQuery,
  type Suggestions,
} from "#app/lib/search/suggestions.ts";

/** The debounce delay of the input, ms. */
const DEBOUNCE_MS = 180;

interface Option {
  to: string;
  kind: "category" | "product" | "all";
  label: string;
  price?: string;
  image?: string | null;
}

export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState(field.current?.value ?? "");
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const query = normalizeQuery(text);
  const suggestions = useSuggestions(query);
  const options = suggestions ? toOptions(query, suggestions) : [];
  const isShown = isOpen && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = ({ kind, to }: Option) => {
    // Opening a product ends the search: the box is cleared for the next one.
    if (kind === "product" && field.current) field.current.value = "";
    setText("");
    close();
    navigate(to);
  };

  const onKeyDown = useLatest((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const chosen = options[active];
    if (event.key === "Escape" && isShown) close();
    else if (event.key === "Enter" && isShown && chosen) choose(chosen);
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && options.length > 0) {
      setIsOpen(true);
      setActive(nextIndex(active, event.key === "ArrowDown" ? 1 : -1, options.length));
    } else return;
    event.preventDefault();
  });

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const onInput = () => {
      setText(input.value);
      setIsOpen(true);
      setActive(-1);
    };
    const press = (event: KeyboardEvent) => onKeyDown.current(event);
    const onBlur = () => {
      setIsOpen(false);
      setActive(-1);
    };
    if (document.activeElement === input && input.value !== input.defaultValue) onInput();
    input.addEventListener("input", onInput);
    input.addEventListener("keydown", press);
    input.addEventListener("blur", onBlur);
    input.form?.addEventListener("submit", onBlur);
    return () => {
      input.removeEventListener("input", onInput);
      input.removeEventListener("keydown", press);
      input.removeEventListener("blur", onBlur);
      input.form?.removeEventListener("submit", onBlur);
    };
  }, [field, onKeyDown]);

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const attributes = {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": String(isShown),
      "aria-controls": isShown ? listId : null,
      "aria-activedescendant": isShown && active >= 0 ? `${listId}-${active}` : null,
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.removeAttribute(name);
      else input.setAttribute(name, value);
    }
  }, [field, isShown, active, listId]);

  return (
    <>
      <p role="status" className="sr-only">
        {isShown && (options.length > 1 ? `${options.length} suggestions` : "1 suggestion")}
      </p>
      {isShown && (
        <div
          role="listbox"
          id={listId}
          aria-label="Suggestions"
          className="absolute inset-x-0 top-full z-40 mt-1 max-h-[70dvh] overflow-y-auto rounded-xl border bg-white py-2 shadow-lg"
          // The field keeps the focus: a blur would close the list before the click arrives.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            <Link
              key={option.to}
              to={option.to}
              role="option"
              id={optionId(index)}
              aria-selected={index === active}
              tabIndex={-1}
              className="flex min-h-12 items-center gap-3 px-4 py-1.5 hover:bg-surface aria-selected:bg-surface aria-selected:shadow-[inset_3px_0_0_var(--color-brand)]"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                choose(option);
              }}
            >
              <OptionContent {...option} />
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

function OptionContent({ kind, label, price, image = null }: Option) {
  if (kind === "product") {
    return (
      <>
        <span className="w-11 shrink-0">
          <Image url={image} alt="" sizes="44px" priority="eager" className="rounded-md" />
        </span>
        <span className="flex min-w-0 grow flex-col text-sm md:flex-row md:justify-between md:gap-4">
          <span className="font-semibold max-md:line-clamp-2">{label}</span>
          <span className="whitespace-nowrap tabular-nums max-md:text-muted">{price}</span>
        </span>
      </>
    );
  }
  return (
    <>
      <span className="grid w-11 shrink-0 place-items-center text-muted">
        <SearchIcon size={18} />
      </span>
      <span className="grow text-sm">
        {kind === "category" ? (
          <>
            <span className="text-muted">Dans la catégorie</span> <strong>{label}</strong>
          </>
        ) : (
          label
        )}
      </span>
    </>
  );
}

function toOptions(query: string, { categories, products }: Suggestions): Option[] {
  const options: Option[] = [
    ...categories.map(({ slug, name }) => ({
      kind: "category" as const,
      to: `/products?category=${slug}`,
      label: name,
    })),
    ...products.map(({ slug, name, price, image }) => ({
      kind: "product" as const,
      to: `/product/${slug}`,
      label: name,
      price: formatXof(price),
      image,
    })),
  ];
  if (options.length === 0) return [];
  const all = `/products?search=${encodeURIComponent(query)}`;
  return [...options, { kind: "all", to: all, label: `Tous les résultats pour «\u00a0${query}\u00a0»` }];
}

/** The next index, wrapping through -1 («none selected») at both ends. */
function nextIndex(active: number, step: 1 | -1, count: number): number {
  const positions = count + 1;
  return ((active + 1 + step + positions) % positions) - 1;
}

/** The suggestions for the query, null until they have loaded. Results are cached per query. */
function useSuggestions(query: string): Suggestions | null {
  const [cache, setCache] = useState<ReadonlyMap<string, Suggestions>>(new Map());
  const isCached = cache.has(query);
  useEffect(() => {
    if (query.length < MIN_QUERY_LENGTH || isCached) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(getSuggestionsPath(query), { signal: abort.signal });
        if (!response.ok) return;
        const suggestions: Suggestions = await response.json();
        setCache((before) => new Map(before).set(query, suggestions));
      } catch {
        // The search itself works without suggestions.
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query, isCached]);
  return cache.get(query) ?? null;
}

/** A ref to the latest value, for listeners that are attached once. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
