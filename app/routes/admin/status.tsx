/** /admin/status («État de la boutique»): what is wrong with the running shop and what to do, or that all is well. */
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { ProblemList } from "#app/features/admin/status/problem-list.tsx";
import { StatePanels } from "#app/features/admin/status/state-panels.tsx";
import { getShopState } from "#app/features/admin/status/status.queries.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/status";

const LOAD_ERROR = "La base de données ne répond pas : l'état de la boutique est inconnu";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/status", "État de la boutique");
}

export async function clientLoader() {
  return { result: await toResult("shop state", getShopState(getSupabase())) };
}

export default function StatusPage({ loaderData: { result } }: Route.ComponentProps) {
  const lastGood = useLastGood(result);
  useFailureToast(result, LOAD_ERROR);
  return (
    <>
      <PageActions lead="Ce qui ne va pas, et ce qu'il faut faire. Un message vous prévient aussi, une fois par problème.">
        <RefreshButton />
      </PageActions>
      {lastGood.ok ? (
        <>
          <ProblemList problems={lastGood.value.problems} checkedAt={lastGood.value.checked_at} />
          <StatePanels state={lastGood.value} />
        </>
      ) : (
        <RouteLoadError message={LOAD_ERROR} />
      )}
    </>
  );
}
