/**
 * The search of the top bar, over products, orders, customers and technicians: a combobox after the ARIA
 * pattern, with options grouped by kind. On narrow screens a button opens the field over the bar.
 */
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import { useCombobox } from "#app/components/search/use-combobox.ts";
import { type SearchState, useAdminSearch } from "./use-admin-search.ts";

export function AdminSearch() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [text, setText] = useState("");
  /** Whether the field is visible on narrow screens. */
  const [expanded, setExpanded] = useState(false);
  const state = useAdminSearch(text);
  const hits = state.status === "found" ? state.groups.flatMap((group) => group.hits) : [];
  const { isOpen, open, close, onKeyDown, inputProps, listProps, getOptionProps } = useCombobox({
    count: hits.length,
    onSelect(index) {
      const hit = hits[index];
      if (!hit) return;
      collapse();
      void navigate(hit.to);
    },
  });
  const isShown = isOpen && state.status !== "idle";

  useEffect(() => {
    if (expanded) field.current?.focus();
  }, [expanded]);

  function collapse() {
    close();
    setExpanded(false);
    setText("");
  }

  /** Escape also closes the notices of the search, and then the field. */
  function onEscape() {
    if (isShown) return close();
    if (!expanded) return;
    collapse();
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="Rechercher"
        aria-expanded={expanded}
        className="icon-btn hover:bg-surface-muted xl:hidden"
        onClick={() => setExpanded(true)}
      >
        <Search aria-hidden size={20} />
      </button>
      <search
        className={`xl:relative xl:mr-2 xl:block xl:w-64 2xl:w-72 ${expanded ? "max-xl:absolute max-xl:inset-x-0 max-xl:top-0 max-xl:z-10 max-xl:flex max-xl:h-14 max-xl:items-center max-xl:gap-1 max-xl:bg-surface max-xl:px-2 md:max-xl:px-4" : "hidden"}`}
      >
        <Search
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted max-xl:hidden"
        />
        <input
          ref={field}
          type="search"
          {...inputProps}
          aria-label="Rechercher produits, commandes, clients et techniciens"
          placeholder="Produit, commande, client..."
          value={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          className="field min-w-0 grow xl:pl-8!"
          onChange={(event) => {
            setText(event.target.value);
            open();
          }}
          onFocus={open}
          onBlur={close}
          onKeyDown={({ nativeEvent: event }) => {
            if (event.key !== "Escape" || event.isComposing) return onKeyDown(event);
            event.preventDefault();
            onEscape();
          }}
        />
        <button
          type="button"
          aria-label="Fermer la recherche"
          className="icon-btn xl:hidden"
          onClick={collapse}
        >
          <X aria-hidden size={20} />
        </button>
        {isShown && (
          <div className="absolute top-full right-0 left-0 z-40 mt-1 max-h-[70dvh] overflow-y-auto rounded-card border border-border bg-white p-1.5 text-sm shadow-lg max-xl:mx-2 xl:left-auto xl:w-105">
            {state.status === "found" && hits.length > 0 ? (
              <div role="listbox" {...listProps} aria-label="Résultats">
                {state.groups.map(({ label, hits: groupHits }) => (
                  <fieldset key={label} aria-label={label} className="min-w-0 pb-1">
                    <p aria-hidden className="px-3 pt-1.5 pb-1 text-xs font-medium text-muted">
                      {label}
                    </p>
                    {groupHits.map((hit) => (
                      <Link
                        key={hit.to}
                        to={hit.to}
                        {...getOptionProps(hits.indexOf(hit))}
                        className="grid min-h-11 content-center rounded-md px-3 py-1 hover:bg-surface aria-selected:bg-surface-muted"
                        onClick={collapse}
                      >
                        <span className="truncate font-medium">{hit.title}</span>
                        <span className="truncate text-xs text-muted">{hit.detail}</span>
                      </Link>
                    ))}
                  </fieldset>
                ))}
              </div>
            ) : (
              <p className="px-3 py-2 text-muted">{describeState(state)}</p>
            )}
          </div>
        )}
        <p role="status" className="sr-only">
          {isShown && describeState(state)}
        </p>
      </search>
    </>
  );
}

function describeState(state: SearchState): string {
  if (state.status === "searching") return "Recherche...";
  if (state.status === "failed") return "La recherche a échoué. Réessayez.";
  if (state.status === "idle") return "";
  const count = state.groups.reduce((sum, { hits }) => sum + hits.length, 0);
  if (count === 0) return "Aucun résultat.";
  return count === 1 ? "1 résultat" : `${count} résultats`;
}
