/** A section of a screen with a title, on a white background. */
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
        <h2 id={id} className="text-base">
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
