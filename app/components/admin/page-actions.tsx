/** The first row of a screen: a short description and the available actions. The title is in the top bar. */
import type { ReactNode } from "react";

export function PageActions({ lead, children }: { lead: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-40 text-sm text-muted max-sm:basis-full">{lead}</p>
      {children && (
        <div className="flex flex-wrap gap-2 max-sm:grow max-sm:*:grow max-sm:*:px-3">{children}</div>
      )}
    </div>
  );
}
