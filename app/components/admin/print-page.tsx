/** A page of the admin area that is printed: outside of its layout, which has no place on paper. */
import Printer from "lucide-react/icons/printer";
import type { ReactNode } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";

export function PrintPage({ children }: { children: ReactNode }) {
  return (
    <main className="admin mx-auto grid max-w-document gap-5 px-3 py-6 print:max-w-none print:p-0">
      {children}
    </main>
  );
}

export function LoadingPrintPage({ title }: { title: string }) {
  return (
    <PrintPage>
      <NoScriptNotice advice="" />
      <h1 className="text-2xl">{title}</h1>
      <div role="status" aria-label="Chargement" className="skeleton h-120 rounded-card" />
    </PrintPage>
  );
}

export function PrintButton() {
  return (
    <Button variant="primary" className="max-sm:grow" onClick={() => window.print()}>
      <Printer aria-hidden size={18} />
      Imprimer
    </Button>
  );
}
