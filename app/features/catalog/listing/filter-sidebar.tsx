/**
 * The layout of the filters: a sidebar on a desktop, a sheet under a button on a phone. The sheet is a native popover,
 * so it opens and closes without script. With script it also traps the focus and closes by the back button.
 *
 * The server renders the filters, and the browser keeps its HTML, which is a form with links, until they are needed: on
 * a desktop at once, on a phone when the sheet is opened. Only then their code is loaded and replaces the HTML, with
 * what was chosen in it.
 */

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { CloseIcon, FilterIcon } from "#app/components/ui/icons.tsx";
import { trapFocus } from "#app/components/ui/trap-focus.ts";
import { useHistoryEntry } from "#app/components/ui/use-history-entry.ts";
import type { NestedCategory } from "#app/features/catalog/categories/category-branch.ts";
import type { RowCount } from "#app/lib/lists/list-page.ts";
import { CachedMarkup } from "#app/lib/pages/cached-markup.tsx";
import { toStaticHtmlProps } from "#app/lib/pages/static-html.ts";
import { type CatalogFilters, countActiveFilters } from "./catalog-filters.ts";
import type { Facet } from "./facets.ts";

const SHEET_ID = "filters";

type PanelModule = typeof import("./filter-panel.tsx");

/** The server imports the panel with this module; the browser imports it when the filters are needed. */
const serverModule = import.meta.env.SSR ? await import("./filter-panel.tsx") : null;

/** On a client-side navigation there is no server HTML: the panel is loaded at once. */
const staticHtmlProps = toStaticHtmlProps("");

interface FilterSidebarProps {
  filters: CatalogFilters;
  categories: NestedCategory[];
  facets: Facet[];
  /** The count of the list; null when it could not be loaded. */
  count: RowCount | null;
}

export function FilterSidebar({ filters, categories, facets, count }: FilterSidebarProps) {
  const navigate = useNavigate();
  const sheet = useRef<HTMLElement>(null);
  const isOpen = () => sheet.current?.matches(":popover-open") ?? false;
  const close = () => {
    if (isOpen()) sheet.current?.hidePopover();
  };
  const entry = useHistoryEntry(close);
  const { box, module, earlyForm, load } = usePanel();

  const onOpen = () => {
    entry.push();
    sheet.current?.querySelector("button")?.focus();
    load();
  };
  const onHydration = useEffectEvent(() => {
    if (isOpen()) onOpen();
    else if (box.current?.textContent === "" || matchMedia("(width >= 48rem)").matches) load();
  });
  useEffect(() => onHydration(), []);

  const Panel = module?.FilterPanel;
  const activeFilters = countActiveFilters(filters);
  return (
    <aside aria-label="Filtres du catalogue" className="min-w-0 md:col-start-1 md:row-span-3 md:row-start-1">
      <Button variant="outline" popoverTarget={SHEET_ID} className="px-3 text-sm md:hidden">
        {activeFilters === 0 && <FilterIcon size={18} />}
        Filtres
        {activeFilters > 0 && (
          <span aria-hidden="true" className="badge -mr-1 bg-brand py-0.5 text-white">
            {activeFilters}
          </span>
        )}
      </Button>
      <section
        ref={sheet}
        id={SHEET_ID}
        aria-label="Choix des filtres"
        popover="auto"
        className="filters bottom-sheet"
        onToggle={({ newState }) => (newState === "open" ? onOpen() : entry.remove())}
        onKeyDown={trapFocus}
      >
        <p className="in-sheet filters-head">
          <span className="font-heading text-xl font-bold">Filtres</span>
          <button type="button" popoverTarget={SHEET_ID} popoverTargetAction="hide" className="filters-close">
            <CloseIcon size={20} /> Fermer
          </button>
        </p>
        <div ref={box}>
          {serverModule ? (
            <StaticPanel filters={filters} categories={categories} facets={facets} />
          ) : Panel ? (
            <div key="hydrated">
              <Panel
                filters={filters}
                categories={categories}
                facets={facets}
                count={count}
                earlyForm={earlyForm}
                onApply={(path) => {
                  // The list replaces the sheet in the history, so that the back button leads to the list before it.
                  const replace = entry.release();
                  close();
                  navigate(path, { replace });
                }}
              />
            </div>
          ) : (
            <div key="static" {...staticHtmlProps} />
          )}
        </div>
      </section>
    </aside>
  );
}

/** What the server renders: the same on all pages of the list. */
function StaticPanel({ filters, ...lists }: Pick<FilterSidebarProps, "filters" | "categories" | "facets">) {
  const props = { ...lists, filters: { ...filters, page: 1, after: undefined } };
  return (
    <CachedMarkup as="div" input={[serverModule?.FilterPanel, props]}>
      {() =>
        serverModule && (
          <serverModule.FilterPanel {...props} count={null} earlyForm={null} onApply={() => {}} />
        )
      }
    </CachedMarkup>
  );
}

/** The module of the panel once it is loaded, and the form of the static HTML that it replaces. */
function usePanel() {
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(-1);
  const [panel, setPanel] = useState<{ module: PanelModule; earlyForm: HTMLFormElement | null } | null>(null);

  const listControls = () => [
    ...(box.current?.querySelectorAll<HTMLElement>("a, button, input, select, summary") ?? []),
  ];
  const onReplaced = useEffectEvent(() => listControls()[focused.current]?.focus());
  useLayoutEffect(() => {
    if (panel) onReplaced();
  }, [panel]);

  function load() {
    if (panel) return;
    import("./filter-panel.tsx").then(
      (module) => {
        focused.current = listControls().findIndex((control) => control.matches(":focus"));
        setPanel({ module, earlyForm: box.current?.querySelector("form") ?? null });
      },
      // The static HTML filters too.
      (error: unknown) => console.error("catalog: the code of the filters could not be fetched", error),
    );
  }
  return { box, module: panel?.module ?? null, earlyForm: panel?.earlyForm ?? null, load };
}
