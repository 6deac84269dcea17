/** /admin/cash/movements: the cash book, filtered and paged in the database by the URL's parameters. */
import { useState } from "react";
import { useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterDate } from "#app/components/admin/filter-date.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { listMovements, type Movement } from "#app/features/admin/cash/cash.queries.ts";
import { ACCOUNT_LABELS } from "#app/features/admin/cash/cash-accounts.ts";
import { MOVEMENT_PARAMS, parseMovementFilters } from "#app/features/admin/cash/cash-search-params.ts";
import { CashTabs } from "#app/features/admin/cash/cash-tabs.tsx";
import { ReverseDialog } from "#app/features/admin/cash/movement-dialogs.tsx";
import { MovementList } from "#app/features/admin/cash/movement-list.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { CASH_ACCOUNT_VALUES } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/cash-movements";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/cash/movements", "Mouvements de la caisse");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const page = parsePageParam(params.get("page"));
  const movements = listMovements(getSupabase(), parseMovementFilters(params), page);
  return {
    result: await toResult("cash movements", movements),
    isFiltered: MOVEMENT_PARAMS.some((name) => params.get(name)),
  };
}

export default function CashMovementsPage({ loaderData: { result, isFiltered } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [reversing, setReversing] = useState<Movement | null>(null);
  const mayTake = useRight("cash.take");
  return (
    <>
      <CashTabs />
      <FilterBar filters={MOVEMENT_PARAMS}>
        <FilterSelect
          name="account"
          label="Compte"
          all="Tous les comptes"
          options={CASH_ACCOUNT_VALUES.map((value) => ({ value, label: ACCOUNT_LABELS[value] }))}
        />
        <div className="flex gap-2 max-sm:w-full">
          <FilterDate name="from" label="Du" />
          <FilterDate name="to" label="Au" />
        </div>
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les mouvements"
        empty={
          isFiltered ? "Aucun mouvement ne correspond à ces critères." : "Aucun mouvement pour le moment."
        }
      >
        {(rows) => <MovementList movements={rows} onReverse={mayTake ? setReversing : undefined} />}
      </ListResult>
      {reversing && (
        <ReverseDialog
          movement={reversing}
          onClose={() => setReversing(null)}
          onSaved={async () => {
            setReversing(null);
            await revalidate();
          }}
        />
      )}
    </>
  );
}
