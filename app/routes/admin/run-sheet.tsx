/**
 * /admin/runs/:id/sheet: the print page of a run, on A4 or, with `paper=receipt`, for a receipt printer. As the delivery
 * slip of an order it is outside of the admin layout.
 */
import { Link, replace, useSearchParams } from "react-router";
import {
  LoadingPrintPage,
  PrintButton,
  PrintPage,
  PrintPageBackLink,
  PrintPageError,
  SHOP_LOAD_ERROR,
} from "#app/components/admin/print-page.tsx";
import { EmptyState } from "#app/components/layout/empty-state.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { Barcode } from "#app/features/admin/orders/barcode.tsx";
import { RunSheet } from "#app/features/admin/runs/run-sheet.tsx";
import { findRun, RUN_LOAD_ERROR } from "#app/features/admin/runs/runs.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { requireAdministrator } from "#app/features/admin/shared/administrator.ts";
import { getShopSettings } from "#app/features/content/settings.queries.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/run-sheet";

/** Browsers also name the printed file after the title. */
export function meta({ matches, params, loaderData }: Route.MetaArgs) {
  const run = loaderData?.run.ok && loaderData.run.value;
  return adminMeta(
    matches,
    `/admin/runs/${params.id}/sheet`,
    run ? `Tournée ${run.name} du ${run.day}` : "Tournée",
  );
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }) => {
    await requireAdministrator(request);
  },
];

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  if (params.id === "new") return replace("/admin/runs");
  const [run, shop] = await Promise.all([
    toResult("run", findRun(getSupabase(), params.id)),
    toResult("shop settings", getShopSettings(getSupabase())),
  ]);
  return { run, shop };
}

const PAPERS = [
  { paper: "a4", label: "A4", query: "" },
  { paper: "receipt", label: "Ticket 80 mm", query: "?paper=receipt" },
] as const;

export default function RunSheetPage({ loaderData: { run, shop }, params }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const paper = search.get("paper") === "receipt" ? "receipt" : "a4";
  if (!run.ok || !shop.ok) {
    return (
      <PrintPageError
        title="Tournée"
        message={run.ok ? SHOP_LOAD_ERROR : RUN_LOAD_ERROR}
        back={{ path: `/admin/runs/${params.id}`, label: "La tournée" }}
      />
    );
  }
  if (!run.value) {
    return (
      <PrintPage>
        <EmptyState
          image="not-found"
          title="Tournée introuvable"
          hint="L'adresse ne désigne aucune tournée."
          headingLevel="h1"
        >
          <Link to="/admin/runs" className={buttonClass("primary")}>
            Voir les tournées
          </Link>
        </EmptyState>
      </PrintPage>
    );
  }
  return (
    <PrintPage>
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <PrintPageBackLink path={`/admin/runs/${run.value.id}`} label="La tournée" />
        <nav aria-label="Papier" className="flex gap-2">
          {PAPERS.map(({ paper: each, label, query }) => (
            <Link
              key={each}
              to={{ search: query }}
              replace
              aria-current={each === paper ? "page" : undefined}
              className={buttonClass("outline", "aria-[current]:border-foreground")}
            >
              {label}
            </Link>
          ))}
        </nav>
        <PrintButton />
      </div>
      <RunSheet
        run={run.value}
        shop={shop.value}
        paper={paper}
        renderCode={(number) => <Barcode text={number} className="h-9 w-full max-w-56" />}
      />
    </PrintPage>
  );
}

export function HydrateFallback() {
  return <LoadingPrintPage title="Tournée" />;
}
