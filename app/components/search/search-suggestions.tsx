/**
 * The search suggestions under the header's search box: a list box after the ARIA combobox pattern. The
 * module is loaded on the first focus and enhances the existing input, since replacing it would lose the
 * caret.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { SearchIcon } from "#app/components/ui/icons.tsx";
import { Image } from "#app/components/ui/image.tsx";
import { SUGGESTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { formatXof } from "#app/lib/format/money.ts";
import type { Result } from "#app/lib/result.ts";
import { isSearchTooShort } from "#app/lib/search/search-text.ts";
import { getSuggestionsPath, normalizeQuery, type Suggestions } from "#app/lib/search/suggestions.ts";
import { useCombobox } from "./use-combobox.ts";

/** The debounce delay of the input, ms. */
const DEBOUNCE_MS = 180;

const POPUP_CLASS = "absolute inset-x-0 top-full z-40 mt-1 rounded-xl border bg-white shadow-lg";
const FAILURE_CLASS = `${POPUP_CLASS} px-4 py-3 text-sm`;

interface Option {
  to: string;
  kind: "category" | "product" | "all";
  label: string;
  price?: string;
  image?: string | null;
}

export function SearchSuggestions({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const navigate = useNavigate();
  const [text, setText] = useState(field.current?.value ?? "");
  const query = normalizeQuery(text);
  const suggestions = useSuggestions(query);
  const options = suggestions?.ok ? toOptions(query, suggestions.value) : [];
  const combobox = useCombobox({
    count: options.length,
    onSelect(index) {
      const option = options[index];
      if (option) choose(option);
    },
  });
  const { isOpen, isListed, open, close, inputProps, listProps, getOptionProps } = combobox;
  const hasFailed = isOpen && suggestions?.ok === false;

  const choose = ({ kind, to }: Option) => {
    // Opening a product ends the search: the box is cleared for the next one.
    if (kind === "product" && field.current) field.current.value = "";
    setText("");
    close();
    navigate(to);
  };

  const latest = useLatest({ open, close, onKeyDown: combobox.onKeyDown });

  useEffect(() => {
    const input = field.current;
    if (!input) return;
    const onInput = () => {
      setText(input.value);
      latest.current.open();
    };
    const onKeyDown = (event: KeyboardEvent) => latest.current.onKeyDown(event);
    const onBlur = () => latest.current.close();
    if (document.activeElement === input && input.value !== input.defaultValue) onInput();
    input.addEventListener("input", onInput);
    input.addEventListener("keydown", onKeyDown);
    input.addEventListener("blur", onBlur);
    input.form?.addEventListener("submit", onBlur);
    return () => {
      input.removeEventListener("input", onInput);
      input.removeEventListener("keydown", onKeyDown);
      input.removeEventListener("blur", onBlur);
      input.form?.removeEventListener("submit", onBlur);
    };
  }, [field, latest]);

  // The input is not rendered by React here, so its attributes are set after each render.
  useEffect(() => {
    for (const [name, value] of Object.entries(inputProps)) {
      if (value === undefined) field.current?.removeAttribute(name);
      else field.current?.setAttribute(name, String(value));
    }
  });

  return (
    <>
      <p role="status" className={hasFailed ? FAILURE_CLASS : "sr-only"}>
        {isListed && (options.length > 1 ? `${options.length} suggestions` : "1 suggestion")}
        {hasFailed && `${SUGGESTIONS_LOAD_ERROR}. La touche Entrée lance la recherche.`}
      </p>
      {isListed && (
        <div
          role="listbox"
          {...listProps}
          aria-label="Suggestions"
          className={`${POPUP_CLASS} max-h-[70dvh] overflow-y-auto py-2`}
        >
          {options.map((option, index) => (
            <Link
              key={option.to}
              to={option.to}
              {...getOptionProps(index)}
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

/**
 * The suggestions for the query, null until they have loaded. They are cached per query; a failure lasts until
 * the query changes.
 */
function useSuggestions(query: string): Result<Suggestions> | null {
  const [cache, setCache] = useState<ReadonlyMap<string, Suggestions>>(new Map());
  const [failedQuery, setFailedQuery] = useState<string | null>(null);
  const isCached = cache.has(query);
  useEffect(() => {
    if (query === "" || isSearchTooShort(query) || isCached) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(getSuggestionsPath(query), { signal: abort.signal });
        if (!response.ok) throw new Error(`suggestions: ${response.status}`);
        const suggestions: Suggestions = await response.json();
        setCache((before) => new Map(before).set(query, suggestions));
      } catch {
        // The search itself works without suggestions.
        if (!abort.signal.aborted) setFailedQuery(query);
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
      setFailedQuery(null);
    };
  }, [query, isCached]);
  const value = cache.get(query);
  if (value) return { ok: true, value };
  return failedQuery === query && query !== "" ? { ok: false } : null;
}

/** A ref to the latest value, for listeners that are attached once. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
