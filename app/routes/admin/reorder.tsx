/** /admin/reorder: what has to be bought so that the stock lasts, by how fast everything sells. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { listItemsToReorder } from "#app/features/admin/stock/reorder.queries.ts";
import { ReorderExportButton, ReorderList } from "#app/features/admin/stock/reorder-list.tsx";
import { StockTabs } from "#app/features/admin/stock/stock-tabs.tsx";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/reorder";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/reorder", "À commander");
}

const DEFAULT_DAYS = 30;
const OTHER_DAYS = [14, 60, 90];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const days = OTHER_DAYS.find((choice) => String(choice) === params.get("days")) ?? DEFAULT_DAYS;
  const items = listItemsToReorder(getSupabase(), days, parsePageParam(params.get("page")));
  return { days, result: await toResult("items to reorder", items) };
}

export default function ReorderPage({ loaderData: { days, result } }: Route.ComponentProps) {
  return (
    <>
      <StockTabs />
      <PageActions lead="Ce qu'il faut acheter, d'après les ventes de 90 jours et les livraisons attendues.">
        <ReorderExportButton days={days} />
      </PageActions>
      <FilterBar filters={["days"]}>
        <FilterSelect
          name="days"
          label="Durée du stock"
          all={`Pour ${DEFAULT_DAYS} jours`}
          options={OTHER_DAYS.map((choice) => ({ value: String(choice), label: `Pour ${choice} jours` }))}
        />
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger la liste des achats"
        empty={`Le stock suffit pour ${days} jours.`}
      >
        {(rows) => <ReorderList items={rows} />}
      </ListResult>
    </>
  );
}
