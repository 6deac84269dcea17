/**
 * The search suggestions under the header's search box: a list box after the ARIA combobox pattern. The
 * module is loaded on the first focus and enhances the existing input, since replacing it would lose the
 * caret.
 */
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { SUGGESTIONS_LOAD_ERROR } from "#app/lib/error-messages.ts";
import { normalizeQuery } from "#app/lib/search/suggestions.ts";
import {
  OptionContent,
  type SearchedCategory,
  type SuggestionOption,
  toSuggestionOptions,
} from "./suggestion-option.tsx";
import { useCombobox } from "./use-combobox.ts";
import { useSuggestions } from "./use-suggestions.ts";

const POPUP_CLASS = "absolute inset-x-0 top-full z-40 mt-1 rounded-xl border bg-white shadow-lg";
const NOTICE_CLASS = `${POPUP_CLASS} px-4 py-3 text-sm`;

interface SearchSuggestionsProps {
  field: RefObject<HTMLInputElement | null>;
  /** The category that the search is limited to. */
  category: SearchedCategory | null;
}

export function SearchSuggestions({ field, category }: SearchSuggestionsProps) {
  const navigate = useNavigate();
  const [text, setText] = useState(field.current?.value ?? "");
  const query = normalizeQuery(text);
  const { result, isLoading } = useSuggestions(query, category?.slug ?? null);
  const options = result?.ok ? toSuggestionOptions(query, result.value, category) : [];
  const combobox = useCombobox({
    count: options.length,
    onSelect(index) {
      const option = options[index];
      if (option) choose(option);
    },
  });
  const { isOpen, isListed, open, close, inputProps, listProps, getOptionProps } = combobox;
  const notice = isOpen && !isListed ? describe(query, result?.ok, isLoading) : "";

  const choose = ({ kind, to }: SuggestionOption) => {
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
      <p role="status" className={notice ? NOTICE_CLASS : "sr-only"}>
        {isListed ? (options.length > 1 ? `${options.length} suggestions` : "1 suggestion") : notice}
      </p>
      {isListed && (
        <div
          role="listbox"
          {...listProps}
          aria-label="Suggestions"
          aria-busy={isLoading}
          className={`${POPUP_CLASS} max-h-[70dvh] overflow-y-auto py-2`}
        >
          {options.map((option, index) => (
            <Link
              key={option.to}
              to={option.to}
              {...getOptionProps(index)}
              className="flex min-h-12 items-center gap-3 px-4 py-1.5 hover:bg-surface aria-selected:bg-surface aria-selected:[box-shadow:inset_3px_0_0_var(--color-brand)]"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                choose(option);
              }}
            >
              <OptionContent {...option} query={query} />
            </Link>
          ))}
        </div>
      )}
    </>
  );
}

/** What is said instead of options; "" for a query that is not searched. */
function describe(query: string, hasLoaded: boolean | undefined, isLoading: boolean): string {
  if (hasLoaded === false) return `${SUGGESTIONS_LOAD_ERROR}. Lancez la recherche quand même.`;
  if (isLoading) return "Recherche...";
  return hasLoaded
    ? `Aucune suggestion pour «\u00a0${query}\u00a0». Lancez la recherche pour voir les résultats proches.`
    : "";
}

/** A ref to the latest value, for listeners that are attached once. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
