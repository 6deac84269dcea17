/**
 * Tabs whose heads are links to their panels. Without script every panel is open and the heads are a table of
 * contents. Before hydration a head opens its panel by `:target`; after hydration they are ARIA tabs. On a phone
 * the heads are in two columns, so that all of them are in view.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { selectTabByKey } from "./select-tab-by-key.ts";

export interface Tab {
  /** Also the panel's element id, so that other links can target it. */
  id: string;
  label: string;
  panel: ReactNode;
  /** Shown beside the panel of the first tab, too, where there is room for both (product.css). */
  besideFirst?: boolean;
}

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const [selected, setSelected] = useState(tabs[0]?.id);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => {
    container.current?.setAttribute("data-live", "");
    /** Opens the panel that the URL's hash targets, or that contains the target. */
    function openTargetPanel() {
      const target = document.getElementById(window.location.hash.slice(1));
      const panel = Array.from(container.current?.children ?? []).find((part) => part.contains(target));
      if (!target || !panel) return;
      setSelected(panel.id);
      requestAnimationFrame(() => target.scrollIntoView());
    }
    openTargetPanel();
    window.addEventListener("hashchange", openTargetPanel);
    return () => window.removeEventListener("hashchange", openTargetPanel);
  }, []);

  const ids = tabs.map(({ id }) => id);

  return (
    <div ref={container} className="tabs">
      <div
        role="tablist"
        aria-label={label}
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.75rem),1fr))] border-b sm:flex sm:gap-1"
        onKeyDown={(event) => selectTabByKey(event, ids, selected, setSelected)}
      >
        {tabs.map((tab) => (
          <a
            key={tab.id}
            href={`#${tab.id}`}
            role="tab"
            id={`${tab.id}-tab`}
            aria-controls={tab.id}
            aria-selected={tab.id === selected}
            tabIndex={tab.id === selected ? 0 : -1}
            className="flex min-h-12 items-center justify-center border-b-3 border-transparent px-1 font-semibold text-muted hover:text-foreground aria-selected:border-brand aria-selected:text-brand sm:px-3"
            onClick={(event) => {
              event.preventDefault();
              setSelected(tab.id);
            }}
          >
            {tab.label}
          </a>
        ))}
      </div>
      {tabs.map((tab) => (
        <section
          key={tab.id}
          id={tab.id}
          role="tabpanel"
          aria-labelledby={`${tab.id}-tab`}
          hidden={tab.id !== selected}
          data-beside={(tab.besideFirst && selected === tabs[0]?.id) || undefined}
          className="py-6"
        >
          {tab.panel}
        </section>
      ))}
    </div>
  );
}
