import type { ReactNode } from "react";

/** For client-rendered pages: explains that the page needs JavaScript, and what can be done without it. */
export function NoScriptNotice({ children }: { children?: ReactNode }) {
  return (
    <noscript>
      <p className="rounded-md border border-warning bg-warning-soft px-4 py-3 text-sm">
        Cette page a besoin de JavaScript. Activez-le dans votre navigateur
        {children ?? ", ou appelez-nous pour commander."}
      </p>
    </noscript>
  );
}
