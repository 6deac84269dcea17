/**
 * Segmented tabs: a few tabs side by side as one control. Arrow keys move between them, as in any ARIA tab
 * list. The component is controlled: the owner holds the selected key, for example in the URL.
 */
import { type ReactNode, useId } from "react";
import { selectTabByKey } from "./select-tab-by-key.ts";

interface SegmentedTabsProps<Key extends string> {
  label: string;
  tabs: readonly { key: Key; label: string }[];
  current: Key;
  onSelect(key: Key): void;
  className?: string;
  /** The content of the selected tab. */
  children: ReactNode;
}

export function SegmentedTabs<Key extends string>({
  label,
  tabs,
  current,
  onSelect,
  className = "",
  children,
}: SegmentedTabsProps<Key>) {
  const id = useId();
  const keys = tabs.map(({ key }) => key);

  return (
    <>
      <div
        role="tablist"
        aria-label={label}
        className={`flex flex-wrap rounded-md bg-surface-muted p-1 ${className}`}
        onKeyDown={(event) => selectTabByKey(event, keys, current, onSelect)}
      >
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            id={`${id}-${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            className="min-h-11 grow rounded-sm px-1 font-semibold whitespace-nowrap max-sm:text-sm max-xs:text-card text-muted hover:text-foreground aria-selected:bg-white aria-selected:text-brand aria-selected:[box-shadow:var(--shadow-lift)]"
            onClick={() => onSelect(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
