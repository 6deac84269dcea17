/**
 * Tabs whose heads are links to their panels. Without script every panel is open and the heads are a table of
 * contents. Before hydration a head opens its panel by `:target`; after hydration they are ARIA tabs.
 */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { selectTabByKey } from "./select-tab-by-key.ts";

export interface Tab {
  /** Also the panel's element id, so that other links can target it. */
  id: string;
  label: string;
  panel: ReactNode;
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
        className="scroll-row -mx-4 scroll-px-4 gap-1 border-b px-4 md:mx-0 md:px-0"
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
            className="flex min-h-12 items-center border-b-3 border-transparent px-3 font-semibold whitespace-nowrap text-muted hover:text-foreground aria-selected:border-brand aria-selected:text-brand"
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
          className="py-6"
        >
          {tab.panel}
        </section>
      ))}
    </div>
  );
}
