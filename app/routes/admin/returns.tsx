/** /admin/returns: the returns that customers and staff opened. */
import { useState } from "react";
import { Link, useRevalidator, useSearchParams } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { Tag } from "#app/components/admin/tag.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { FindOrderDialog } from "#app/features/admin/returns/open-return-dialogs.tsx";
import {
  parseReturnState,
  RETURN_STATE_TAGS,
  RETURN_STATES,
} from "#app/features/admin/returns/return-states.ts";
import { listReturns, type ReturnSummary } from "#app/features/admin/returns/returns.queries.ts";
import { ReturnsTabs } from "#app/features/admin/returns/returns-tabs.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { toListState } from "#app/features/admin/shared/back-link.tsx";
import { useRight } from "#app/features/admin/shared/use-rights.ts";
import { formatDateTime } from "#app/lib/format/date-times.ts";
import { parsePageParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/returns";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/returns", "Retours");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state = parseReturnState(params.get("state"));
  const returns = listReturns(getSupabase(), state, parsePageParam(params.get("page")));
  return { result: await toResult("returns", returns) };
}

export default function ReturnsPage({ loaderData: { result } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const { revalidate } = useRevalidator();
  const [isOpening, setIsOpening] = useState(false);
  const mayOpen = useRight("returns.open");
  const query = params.size > 0 ? `?${params}` : "";
  const columns: Column<ReturnSummary>[] = [
    {
      label: "Commande",
      isRowHeader: true,
      render: ({ id, orders: { number, customer_name } }) => (
        <span className="grid justify-items-start">
          <Link
            to={`/admin/returns/${id}`}
            state={toListState(query)}
            className="inline-flex min-h-11 items-center whitespace-nowrap hover:underline md:min-h-0"
          >
            {number}
          </Link>
          <span className="text-xs font-normal wrap-anywhere text-muted">{customer_name}</span>
        </span>
      ),
    },
    {
      label: "Motif",
      cardPosition: "full",
      render: ({ reason }) => <span className="line-clamp-2 wrap-anywhere">{reason}</span>,
    },
    {
      label: "État",
      render: ({ state }) => (
        <Tag color={RETURN_STATE_TAGS[state].color}>{RETURN_STATE_TAGS[state].label}</Tag>
      ),
    },
    {
      label: "Demandé le",
      render: ({ created_at }) => <time dateTime={created_at}>{formatDateTime(created_at)}</time>,
    },
  ];
  return (
    <>
      <ReturnsTabs />
      <PageActions lead="Ce que des clients rendent après la livraison.">
        {mayOpen && (
          <Button variant="primary" onClick={() => setIsOpening(true)}>
            Ouvrir un retour
          </Button>
        )}
      </PageActions>
      <FilterBar filters={["state"]}>
        <FilterSelect
          name="state"
          label="État"
          all="Tous les états"
          options={RETURN_STATES.map((value) => ({ value, label: RETURN_STATE_TAGS[value].label }))}
        />
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les retours"
        empty={params.has("state") ? "Aucun retour dans cet état." : "Aucun retour pour le moment."}
      >
        {(rows) => (
          <DataTable caption="Les retours" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {isOpening && (
        <FindOrderDialog
          onClose={() => setIsOpening(false)}
          onFound={() => {
            setIsOpening(false);
            void revalidate();
          }}
        />
      )}
    </>
  );
}
