/** /admin/desk/:queue: a queue of orders, as a list and to be worked through one order after the other. */
import { use } from "react";
import { Link, NavLink, redirect, useRevalidator, useSearchParams } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { BusyButton } from "#app/components/ui/busy-button.tsx";
import { buttonClass } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import {
  listQueue,
  listZoneNames,
  parsePlace,
  type QueuedOrder,
} from "#app/features/admin/orders/desk/desk.queries.ts";
import { DeskOrder } from "#app/features/admin/orders/desk/desk-order.tsx";
import { QueueList } from "#app/features/admin/orders/desk/queue-list.tsx";
import { QueuePager } from "#app/features/admin/orders/desk/queue-pager.tsx";
import { END_OF_QUEUE, queues } from "#app/features/admin/orders/desk/queues.ts";
import { useDesk } from "#app/features/admin/orders/desk/use-desk.ts";
import {
  type DeskCounts,
  formatPendingCount,
  getDeskCounts,
} from "#app/features/admin/pending-counts/pending-counts.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RightsContext, useMayOpen } from "#app/features/admin/shared/use-rights.ts";
import { useShop } from "#app/features/content/shop-settings.tsx";
import { parseDay } from "#app/lib/format/days.ts";
import { parseChoiceParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { getRows, type Result, toResult } from "#app/lib/result.ts";
import { ORDER_QUEUE_VALUES, type OrderQueue } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/desk";

/** The value of the filter for the orders of no zone. */
const NO_ZONE = "-";
const NO_ZONES: Result<string[]> = { ok: true, value: [] };

export function meta({ matches, params }: Route.MetaArgs) {
  const queue = parseChoiceParam(params.queue, ORDER_QUEUE_VALUES);
  return adminMeta(matches, `/admin/desk/${params.queue}`, queue ? queues[queue].label : "À traiter");
}

export async function clientLoader({ request, params: { queue: name } }: Route.ClientLoaderArgs) {
  const queue = parseChoiceParam(name, ORDER_QUEUE_VALUES);
  if (!queue) throw redirect("/admin/desk/confirm");
  const params = new URL(request.url).searchParams;
  const zone = parseTextParam(params.get("zone"));
  const after = parsePlace(params.get("page"));
  const filters = {
    zone: queue !== "deliver" || zone === "" ? null : zone === NO_ZONE ? "" : zone,
    day: queue === "deliver" ? parseDay(params.get("day")) : null,
    after,
  };
  const [result, counts, zones] = await Promise.all([
    toResult("queue", listQueue(getSupabase(), queue, filters)),
    toResult("queue counts", getDeskCounts(getSupabase())),
    queue === "deliver" ? toResult("zone names", listZoneNames(getSupabase())) : NO_ZONES,
  ]);
  return { queue, result, counts, zones, isFirstPage: after === null };
}

export default function DeskPage({ loaderData }: Route.ComponentProps) {
  // Another queue is worked through anew.
  return <Queue key={loaderData.queue} {...loaderData} />;
}

function Queue({ queue, result, counts, zones, isFirstPage }: Route.ComponentProps["loaderData"]) {
  const { revalidate } = useRevalidator();
  const { shop_name: shopName } = useShop();
  const desk = useDesk(queue, revalidate);
  const rights = use(RightsContext);
  const { right, hint } = queues[queue];
  const mayWork = right !== null && rights.has(right);
  useRealtimeRevalidation(["orders"], () => Promise.all([revalidate(), desk.reload()]));

  return (
    <>
      <QueueLinks counts={counts} isWorking={desk.file !== null} />
      {desk.file ? (
        <DeskOrder shopName={shopName} desk={desk} file={desk.file} />
      ) : (
        <>
          <PageActions
            lead={
              <span role="status">
                {desk.isAtEnd ? "Il n'y a plus de commande à prendre dans cette file pour le moment." : hint}
              </span>
            }
          >
            {mayWork && (
              <BusyButton variant="primary" busy={desk.busy} onClick={() => void desk.start()}>
                Prendre la suivante
              </BusyButton>
            )}
            {queue === "prepare" && (
              <Link to="/admin/picking" className={buttonClass("outline")}>
                Liste de préparation
              </Link>
            )}
          </PageActions>
          {queue === "deliver" && (
            <FilterBar filters={["zone", "day"]}>
              <FilterSelect
                name="zone"
                label="Zone"
                all="Toutes les zones"
                options={[
                  ...getRows(zones).map((name) => ({ value: name, label: name })),
                  { value: NO_ZONE, label: "Sans zone" },
                ]}
              />
              <FilterDate name="day" label="Jour" />
            </FilterBar>
          )}
          {result.ok && !zones.ok && <RouteLoadError message="Impossible de charger les zones" />}
          <QueueResult queue={queue} result={result} isFirstPage={isFirstPage} />
        </>
      )}
    </>
  );
}

/** On a phone the order that is worked on needs the room. */
function QueueLinks({ counts, isWorking }: { counts: Result<DeskCounts>; isWorking: boolean }) {
  const mayOpen = useMayOpen();
  return (
    <nav aria-label="Files" className={`flex flex-wrap gap-x-1 md:gap-2 ${isWorking ? "max-md:hidden" : ""}`}>
      {ORDER_QUEUE_VALUES.filter((queue) => mayOpen(`/admin/desk/${queue}`)).map((queue) => (
        <NavLink
          key={queue}
          to={`/admin/desk/${queue}`}
          className="admin-link inline-flex min-h-11 items-center gap-1.5 max-md:text-sm md:min-h-9"
        >
          {queues[queue].label}
          {counts.ok && (
            <span className="text-muted tabular-nums">{formatPendingCount(counts.value[queue])}</span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

const QUEUE_LOAD_ERROR = "Impossible de charger la file";

interface QueueResultProps {
  queue: OrderQueue;
  result: Result<QueuedOrder[]>;
  isFirstPage: boolean;
}

function QueueResult({ queue, result, isFirstPage }: QueueResultProps) {
  const [params] = useSearchParams();
  const lastGood = useLastGood(result);
  useFailureToast(result, QUEUE_LOAD_ERROR);
  if (!lastGood.ok) {
    return <RouteLoadError message={QUEUE_LOAD_ERROR} />;
  }
  const orders = lastGood.value;
  const isFiltered = params.has("zone") || params.has("day");
  return (
    <>
      {orders.length === 0 ? (
        <p className="card p-8 text-center text-sm text-muted">
          {!isFirstPage && END_OF_QUEUE}
          {isFirstPage && (isFiltered ? "Aucune commande pour ces critères." : queues[queue].empty)}
        </p>
      ) : (
        <div className="card overflow-x-auto">
          <QueueList queue={queue} orders={orders} />
        </div>
      )}
      <QueuePager orders={orders} isFirstPage={isFirstPage} />
    </>
  );
}
