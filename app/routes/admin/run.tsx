/** /admin/runs/:id: a run, or a new one (/admin/runs/new): planned in an editor, followed once it is out. */
import { useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { NO_ZONE } from "#app/features/admin/runs/orders-to-plan.tsx";
import type { PlannedOrder, Run } from "#app/features/admin/runs/run.ts";
import { RunEditor } from "#app/features/admin/runs/run-editor.tsx";
import { RunView } from "#app/features/admin/runs/run-view.tsx";
import {
  type Driver,
  findRun,
  listDrivers,
  listOrdersToPlan,
  listZoneNames,
  RUN_LOAD_ERROR,
} from "#app/features/admin/runs/runs.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { getToday, parseDay } from "#app/lib/format/days.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/run";

/** In the address, for orders of no zone. */
const NO_ZONE_PARAM = "-";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `/admin/runs/${params.id}`, "Tournée");
}

interface Plan {
  /** Null for a new run. */
  run: Run | null;
  day: string;
  drivers: Driver[];
  zones: string[];
  available: PlannedOrder[];
}

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return { plan: await toResult("run", loadPlan(params.id, new URL(request.url).searchParams)) };
}

/** Null when there is no such run. A run that is out has nothing to choose from. */
async function loadPlan(id: string, params: URLSearchParams): Promise<Plan | null> {
  const client = getSupabase();
  const run = id === "new" ? null : await findRun(client, id);
  if (id !== "new" && !run) return null;
  const day = parseDay(params.get("day")) ?? run?.day ?? getToday();
  if (run && run.state !== "planned") return { run, day: run.day, drivers: [], zones: [], available: [] };
  const zone = params.get("zone");
  const [drivers, zones, available] = await Promise.all([
    listDrivers(client),
    listZoneNames(client),
    listOrdersToPlan(client, day, zone === NO_ZONE_PARAM ? "" : zone),
  ]);
  return { run, day, drivers, zones, available };
}

export default function RunPage({ loaderData: { plan } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  const result: Result<Plan | null> = plan;
  return (
    <RowResult
      result={result}
      errorMessage={RUN_LOAD_ERROR}
      notFoundMessage="Cette tournée n'existe pas ou plus."
      list={{ path: "/admin/runs", label: "Toutes les tournées" }}
    >
      {({ run, day, drivers, zones, available }) =>
        run && run.state !== "planned" ? (
          <RunView run={run} />
        ) : (
          <>
            <FilterBar filters={["day", "zone"]}>
              <FilterDate name="day" label="Jour" />
              <FilterSelect
                name="zone"
                label="Zone des commandes à planifier"
                all="Toutes les zones"
                options={[
                  ...zones.map((zone) => ({ value: zone, label: zone })),
                  { value: NO_ZONE_PARAM, label: NO_ZONE },
                ]}
              />
            </FilterBar>
            <RunEditor key={run?.id ?? "new"} run={run} day={day} drivers={drivers} available={available} />
          </>
        )
      }
    </RowResult>
  );
}
