/** /admin/picking: choosing orders to prepare, and the picking list of those that the address names. */
import { useState } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { listQueue, parsePlace, type QueuedOrder } from "#app/features/admin/orders/desk/desk.queries.ts";
import { QueuePager } from "#app/features/admin/orders/desk/queue-pager.tsx";
import { END_OF_QUEUE, queues } from "#app/features/admin/orders/desk/queues.ts";
import { OrderChoice } from "#app/features/admin/orders/picking/order-choice.tsx";
import { getPickList } from "#app/features/admin/orders/picking/pick-list.queries.ts";
import { MAX_PICKED_ORDERS, type PickItem } from "#app/features/admin/orders/picking/pick-list.ts";
import { PickingView } from "#app/features/admin/orders/picking/picking-view.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { BackLink } from "#app/features/admin/shared/back-link.tsx";
import { formatCount } from "#app/lib/format/numbers.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { type Result, toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/picking";

const PATH = "/admin/picking";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, PATH, "Liste de préparation");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const ids = (params.get("orders") ?? "").split(",").filter(isUuid).slice(0, MAX_PICKED_ORDERS);
  if (ids.length > 0) {
    const result = await toResult("picking list", getPickList(getSupabase(), ids));
    return { kind: "list", ids, result } as const;
  }
  const after = parsePlace(params.get("page"));
  const result = await toResult(
    "orders to prepare",
    listQueue(getSupabase(), "prepare", { zone: null, day: null, after }),
  );
  return { kind: "choice", result, isFirstPage: after === null } as const;
}

export default function PickingPage({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["orders"], revalidate);
  return loaderData.kind === "list" ? (
    <Picking key={loaderData.ids.join()} ids={loaderData.ids} result={loaderData.result} />
  ) : (
    <Choice result={loaderData.result} isFirstPage={loaderData.isFirstPage} />
  );
}

const toListAddress = (ids: Iterable<string>) => `${PATH}?orders=${[...ids].join(",")}`;

function Picking({ ids, result }: { ids: readonly string[]; result: Result<PickItem[]> }) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const lastGood = useLastGood(result);
  useFailureToast(result, PICK_LIST_ERROR);
  return (
    <>
      <BackLink to={PATH}>Choisir d'autres commandes</BackLink>
      {!lastGood.ok && <RouteLoadError message={PICK_LIST_ERROR} />}
      {lastGood.ok && (
        <PickingView
          items={lastGood.value}
          storageKey={`picking ${ids.join()}`}
          onPrepared={async (areAll) => {
            if (areAll) await navigate(PATH, { replace: true });
            else await revalidate();
          }}
        />
      )}
    </>
  );
}

const PICK_LIST_ERROR = "Impossible de charger la liste de préparation";
const CHOICE_ERROR = "Impossible de charger les commandes à préparer";

function Choice({ result, isFirstPage }: { result: Result<QueuedOrder[]>; isFirstPage: boolean }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const lastGood = useLastGood(result);
  useFailureToast(result, CHOICE_ERROR);
  if (!lastGood.ok) return <RouteLoadError message={CHOICE_ERROR} />;
  const orders = lastGood.value;
  const isTooMany = chosen.size > MAX_PICKED_ORDERS;

  function choose(ids: readonly string[], isChosen: boolean) {
    setChosen((all) => new Set(isChosen ? [...all, ...ids] : [...all].filter((id) => !ids.includes(id))));
  }

  return (
    <>
      <PageActions
        lead={
          <span role="status">
            {isTooMany
              ? `Une liste réunit au plus ${MAX_PICKED_ORDERS} commandes.`
              : formatCount(chosen.size, "commande choisie", "commandes choisies")}
          </span>
        }
      >
        <Button
          variant="primary"
          disabled={chosen.size === 0 || isTooMany}
          onClick={() => void navigate(toListAddress(chosen))}
        >
          Faire la liste
        </Button>
      </PageActions>
      {orders.length === 0 ? (
        <p className="card p-8 text-center text-sm text-muted">
          {isFirstPage ? queues.prepare.empty : END_OF_QUEUE}
        </p>
      ) : (
        <div className="card overflow-x-auto">
          <OrderChoice orders={orders} chosen={chosen} onChoose={choose} />
        </div>
      )}
      <QueuePager orders={orders} isFirstPage={isFirstPage} />
    </>
  );
}
