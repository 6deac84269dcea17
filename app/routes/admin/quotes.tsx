/** /admin/quotes («Cotations»): the quote requests with a file, updated in real time. */

import { useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { QuoteList } from "#app/features/admin/quotes/quote-list.tsx";
import { listQuotes, QUOTE_FILTERS } from "#app/features/admin/quotes/quotes.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { getQuoteStatusLabel } from "#app/features/admin/shared/labels/quote-labels.ts";
import { parseChoiceParam, parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { QUOTE_STATUS_VALUES } from "#app/lib/supabase/database.types.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/quotes";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/quotes", "Cotations");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const filter = parseChoiceParam(params.get("status"), QUOTE_FILTERS);
  const page = parsePageParam(params.get("page"));
  const result = await toResult("quotes", listQuotes(getSupabase(), { search, filter, page }));
  return { result, isFiltered: search !== "" || filter !== null };
}

export default function QuotesPage({ loaderData: { result, isFiltered } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["quotes"], revalidate);
  return (
    <>
      <FilterBar
        label="Rechercher une cotation"
        placeholder="Référence, fichier ou note"
        filters={["status"]}
      >
        <FilterSelect
          name="status"
          label="Statut"
          all="Tous les statuts"
          options={[
            { value: "unread", label: "Non lues" },
            ...QUOTE_STATUS_VALUES.map((value) => ({ value, label: getQuoteStatusLabel(value) })),
          ]}
        />
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les cotations"
        empty={
          isFiltered ? "Aucune cotation ne correspond à ces critères." : "Aucune cotation pour le moment."
        }
      >
        {(quotes) => <QuoteList quotes={quotes} />}
      </ListResult>
    </>
  );
}
