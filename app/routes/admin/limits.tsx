/** /admin/limits («Limites»): how much each caller may cause, and what was refused. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { RefreshButton } from "#app/components/admin/refresh-button.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { useFailureToast } from "#app/components/ui/use-failure-toast.ts";
import { LimitDialog } from "#app/features/admin/limits/limit-dialog.tsx";
import { groupLimits } from "#app/features/admin/limits/limit-groups.ts";
import { LimitList } from "#app/features/admin/limits/limit-list.tsx";
import { type Limit, listLimits } from "#app/features/admin/limits/limits.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/limits";

const LOAD_ERROR = "Impossible de charger les limites";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/limits", "Limites");
}

export async function clientLoader() {
  return { result: await toResult("limits", listLimits(getSupabase())) };
}

export default function LimitsPage({ loaderData: { result } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Limit | null>(null);
  const lastGood = useLastGood(result);
  useFailureToast(result, LOAD_ERROR);
  return (
    <>
      <PageActions lead="Ce que chacun peut demander à la boutique, et ce qui a été refusé. Un client honnête n'en rencontre aucune.">
        <RefreshButton />
      </PageActions>
      {lastGood.ok ? (
        <Groups limits={lastGood.value} onEdit={setEditing} />
      ) : (
        <RouteLoadError message={LOAD_ERROR} />
      )}
      {editing && (
        <LimitDialog
          limit={editing}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            setEditing(null);
            await revalidate();
          }}
        />
      )}
    </>
  );
}

function Groups({ limits, onEdit }: { limits: readonly Limit[]; onEdit(limit: Limit): void }) {
  if (limits.length === 0) {
    return <p className="card p-8 text-center text-sm text-muted">Aucune limite pour le moment.</p>;
  }
  return groupLimits(limits).map((group) => <LimitList key={group.name} group={group} onEdit={onEdit} />);
}
