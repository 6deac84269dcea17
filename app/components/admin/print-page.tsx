/** A page of the admin area that is printed: outside of its layout, which has no place on paper. */
import ArrowLeft from "lucide-react/icons/arrow-left";
import Printer from "lucide-react/icons/printer";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/ui/button.tsx";
import { NoScriptNotice } from "#app/components/ui/no-script-notice.tsx";
import { RouteLoadError } from "./load-error.tsx";

export function PrintPage({ children }: { children: ReactNode }) {
  return (
    <main className="admin mx-auto grid max-w-document gap-5 px-3 py-6 print:max-w-none print:p-0">
      {children}
    </main>
  );
}

/** The paper names the shop: without its settings nothing is printed. */
export const SHOP_LOAD_ERROR = "Impossible de charger les coordonnées de la boutique";

interface PrintPageErrorProps {
  title: string;
  message: string;
  back: { path: string; label: string };
}

/** What was to be printed could not be read. */
export function PrintPageError({ title, message, back }: PrintPageErrorProps) {
  return (
    <PrintPage>
      <PrintPageBackLink path={back.path} label={back.label} />
      <h1 className="text-2xl">{title}</h1>
      <RouteLoadError message={message} />
    </PrintPage>
  );
}

export function PrintPageBackLink({ path, label }: PrintPageErrorProps["back"]) {
  return (
    <Link to={path} className="link mr-auto inline-flex min-h-11 items-center gap-2 print:hidden">
      <ArrowLeft aria-hidden size={18} />
      {label}
    </Link>
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
