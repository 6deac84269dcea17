/** /admin/runs: the runs of a day, today with those of former days that are not closed. */
import Plus from "lucide-react/icons/plus";
import { Link, useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { buttonClass } from "#app/components/ui/button.tsx";
import { ProofSetting } from "#app/features/admin/runs/proof-setting.tsx";
import { getDeliveryProof, listRuns, type RunSummary } from "#app/features/admin/runs/runs.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { getRunStateColor, RUN_STATE_LABELS } from "#app/features/admin/shared/labels/run-labels.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatShortDay } from "#app/lib/format/date-times.ts";
import { getToday, parseDay } from "#app/lib/format/days.ts";
import { formatXof } from "#app/lib/format/money.ts";
import { formatDay } from "#app/lib/format/weekdays.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/runs";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/runs", "Tournées");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const day = parseDay(params.get("day")) ?? getToday();
  const [runs, proof] = await Promise.all([
    toResult("runs", listRuns(getSupabase(), day, parsePageParam(params.get("page")))),
    toResult("delivery proof", getDeliveryProof(getSupabase())),
  ]);
  return { day, runs, proof };
}

export default function RunsPage({ loaderData: { day, runs, proof } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  const maySet = useRight("settings.write");
  const add = (
    <Link to={`/admin/runs/new?day=${day}`} className={buttonClass("primary")}>
      <Plus aria-hidden size={16} />
      Nouvelle tournée
    </Link>
  );
  return (
    <>
      <PageActions lead={<span className="block first-letter:uppercase">{formatDay(day)}</span>}>
        {add}
      </PageActions>
      <FilterBar filters={["day"]}>
        <FilterDate name="day" label="Jour" />
      </FilterBar>
      <ListResult
        result={runs}
        errorMessage="Impossible de charger les tournées"
        empty={
          <>
            <p>Aucune tournée ce jour. Réunissez des commandes préparées et donnez-les à un livreur.</p>
            {add}
          </>
        }
      >
        {(rows) => (
          <DataTable caption="Les tournées" columns={COLUMNS} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {maySet && proof.ok && <ProofSetting proof={proof.value} />}
      {maySet && runs.ok && !proof.ok && (
        <RouteLoadError message="Impossible de charger la preuve de livraison" />
      )}
    </>
  );
}

const COLUMNS: Column<RunSummary>[] = [
  {
    label: "Tournée",
    isRowHeader: true,
    render: ({ id, name, day, state }) => (
      <span className="flex flex-wrap items-center gap-x-1.5">
        <Link
          to={`/admin/runs/${id}`}
          className="link inline-flex min-h-11 items-center wrap-anywhere md:min-h-8"
        >
          {name}
        </Link>
        {state !== "closed" && day < getToday() && <Tag color="red">{formatShortDay(day)}</Tag>}
      </span>
    ),
  },
  { label: "Livreur", render: ({ courier_name }) => courier_name ?? "À choisir" },
  {
    label: "État",
    render: ({ state, conflicts }) => (
      <span className="flex flex-wrap gap-1.5">
        <Tag color={getRunStateColor(state)}>{RUN_STATE_LABELS[state] ?? state}</Tag>
        {conflicts > 0 && <Tag color="red">{conflicts === 1 ? "1 conflit" : `${conflicts} conflits`}</Tag>}
      </span>
    ),
  },
  {
    label: "Arrêts",
    numeric: true,
    render: ({ state, stops, open_stops }) =>
      state === "planned" ? stops : `${stops - open_stops} sur ${stops}`,
  },
  { label: "Reste à encaisser", numeric: true, render: ({ due_amount }) => formatXof(due_amount) },
];
