/** /admin/quotes («Cotations»): the requests for a quote that came with a file, as they come in. */

import { useRevalidator } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { useLive } from "../../components/office/use-live.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { QuoteList } from "../../features/office/quotes/quote-list.tsx";
import { QUOTE_FILTERS, QUOTE_STATUSES } from "../../features/office/quotes/quote-states.ts";
import { listQuotes } from "../../features/office/quotes/quotes.queries.ts";
import { statusLabel } from "../../features/office/status-tones.ts";
import { readChoice, readPage, readText } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/quotes";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/quotes", "Cotations");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const filter = readChoice(params.get("status"), QUOTE_FILTERS);
  const page = readPage(params.get("page"));
  const found = await load("quotes", listQuotes(supabase(), { search, filter, page }));
  return { found, isFiltered: search !== "" || filter !== null };
}

export default function QuotesPage({ loaderData: { found, isFiltered } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLive(["quotes"], revalidate);
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
            ...QUOTE_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
          ]}
        />
      </FilterBar>
      <ListResult
        found={found}
        failure="Impossible de charger les cotations"
        empty={
          isFiltered ? "Aucune cotation ne correspond à ces critères." : "Aucune cotation pour le moment."
        }
      >
        {(quotes) => <QuoteList quotes={quotes} />}
      </ListResult>
    </>
  );
}
