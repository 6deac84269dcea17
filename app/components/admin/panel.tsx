/** A section of a screen with a title, on a white background; and one that folds. */
import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useId } from "react";

interface PanelProps {
  title: string;
  /** Links and buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card min-w-0 overflow-clip">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 border-b border-border px-4 py-1.5">
        <h2 id={id} className="text-base wrap-anywhere">
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A panel whose content is hidden until its title is pressed. */
export function FoldingPanel({ title, actions, isOpen, children }: PanelProps & { isOpen: boolean }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card min-w-0 overflow-clip">
      <details open={isOpen} className="group">
        <summary className="flex min-h-12 items-center gap-x-3 px-4 py-1.5 group-open:border-b group-open:border-border">
          <h2 id={id} className="grow text-base wrap-anywhere">
            {title}
          </h2>
          {actions}
          <ChevronDown
            aria-hidden
            size={18}
            className="shrink-0 transition-transform group-open:rotate-180"
          />
        </summary>
        {children}
      </details>
    </section>
  );
}
