/** /admin/cash/report: what orders paid by day, courier and zone, and as a file. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { findOpenDay, listReport } from "#app/features/admin/cash/cash.queries.ts";
import { parseReportDays, REPORT_PARAMS } from "#app/features/admin/cash/cash-search-params.ts";
import { CashTabs } from "#app/features/admin/cash/cash-tabs.tsx";
import { Report, ReportExportButton } from "#app/features/admin/cash/report.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { getToday } from "#app/lib/format/days.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/cash-report";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/cash/report", "Rapport de caisse");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const client = getSupabase();
  const today = getToday();
  const openDay = await toResult("open day of the book", findOpenDay(client, today));
  const days = parseReportDays(params, openDay.ok ? openDay.value : today);
  const report = listReport(client, days, parsePageParam(params.get("page")));
  return { days, result: await toResult("cash report", report) };
}

export default function CashReportPage({ loaderData: { days, result } }: Route.ComponentProps) {
  return (
    <>
      <CashTabs />
      <PageActions lead={`Du ${formatDay(days.from)} au ${formatDay(days.to)}, par jour du livre.`}>
        <ReportExportButton days={days} />
      </PageActions>
      <FilterBar filters={REPORT_PARAMS}>
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger le rapport"
        empty="Aucune commande n'a été payée pendant ces jours."
      >
        {(rows) => <Report lines={rows} />}
      </ListResult>
    </>
  );
}
