/** /admin/search-terms («Recherche»): the words of the trade, and what was searched for in vain. */
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { DeleteDialog } from "#app/components/admin/delete-dialog.tsx";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { actionsColumn } from "#app/components/admin/row-actions.tsx";
import { useLastGood } from "#app/components/admin/use-last-good.ts";
import { Button } from "#app/components/ui/button.tsx";
import { toastError } from "#app/components/ui/toast/toast.ts";
import { MissedSearches } from "#app/features/admin/search-terms/missed-searches.tsx";
import {
  deleteSynonym,
  dismissMissedSearch,
} from "#app/features/admin/search-terms/search-terms.mutations.ts";
import {
  listMissedSearches,
  listSynonyms,
  type Synonym,
} from "#app/features/admin/search-terms/search-terms.queries.ts";
import { SynonymDialog } from "#app/features/admin/search-terms/synonym-dialog.tsx";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { deleteRow } from "#app/features/admin/shared/mutations/delete-row.ts";
import { parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/search-terms";

const MISSED_LOAD_ERROR = "Impossible de charger les recherches sans résultat";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/search-terms", "Recherche");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const client = getSupabase();
  const [result, missed] = await Promise.all([
    toResult("synonyms", listSynonyms(client, search, parsePageParam(params.get("page")))),
    toResult("missed searches", listMissedSearches(client)),
  ]);
  return { result, missed, isFiltered: search !== "" };
}

/** The synonym in the form: an existing one, or a new one with what it begins with and the search that it answers. */
type Editing = { synonym: Synonym } | { synonym: null; term: string; missed: string | null };

const COLUMNS: Column<Synonym>[] = [
  {
    label: "Mot des clients",
    isRowHeader: true,
    render: ({ term }) => <span className="break-words">{term}</span>,
  },
  {
    label: "Cherche aussi",
    render: ({ meanings, is_substitute }) => (
      <span className="break-words">
        {meanings.join(", ")}
        {is_substitute && <span className="text-muted"> (à la place)</span>}
      </span>
    ),
  },
];

export default function SearchTermsPage({
  loaderData: { result, missed, isFiltered },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const [editing, setEditing] = useState<Editing | null>(null);
  const [deleting, setDeleting] = useState<Synonym | null>(null);
  const lastMissed = useLastGood(missed);
  const columns: Column<Synonym>[] = [
    ...COLUMNS,
    actionsColumn((synonym) => ({
      name: synonym.term,
      edit: () => setEditing({ synonym }),
      onDelete: () => setDeleting(synonym),
    })),
  ];
  const add = (
    <Button variant="primary" onClick={() => setEditing({ synonym: null, term: "", missed: null })}>
      <Plus aria-hidden size={16} />
      Ajouter un synonyme
    </Button>
  );
  return (
    <>
      <PageActions lead="Les mots des clients et ceux de la boutique. La recherche de tous les produits en tient compte aussitôt.">
        {add}
      </PageActions>
      {lastMissed.ok ? (
        <MissedSearches
          searches={lastMissed.value}
          onMakeSynonym={(missed, term) => setEditing({ synonym: null, term, missed })}
          onDismiss={async (term) => {
            await dismiss(term);
            await revalidate();
          }}
        />
      ) : (
        <RouteLoadError message={MISSED_LOAD_ERROR} />
      )}
      <FilterBar label="Rechercher un synonyme" placeholder="polytank" />
      <ListResult
        result={result}
        errorMessage="Impossible de charger les synonymes"
        empty={
          isFiltered ? (
            "Aucun synonyme ne correspond à ces critères."
          ) : (
            <>
              <p>Aucun synonyme pour le moment.</p>
              {add}
            </>
          )
        }
      >
        {(rows) => (
          <DataTable caption="Les synonymes" columns={columns} rows={rows} getRowKey={({ id }) => id} />
        )}
      </ListResult>
      {editing && (
        <SynonymDialog
          synonym={editing.synonym}
          term={editing.synonym ? "" : editing.term}
          onClose={() => setEditing(null)}
          onSaved={async () => {
            if (!editing.synonym && editing.missed !== null) await dismiss(editing.missed);
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          title="Supprimer le synonyme ?"
          onDelete={() => remove(deleting)}
          onClose={() => setDeleting(null)}
        >
          La recherche «&nbsp;{deleting.term}&nbsp;» ne trouvera plus que ce qui s'appelle ainsi.
        </DeleteDialog>
      )}
    </>
  );
}

/** A row that stays in the list can be dismissed again. */
async function dismiss(term: string): Promise<void> {
  try {
    await dismissMissedSearch(getSupabase(), term);
  } catch (error) {
    console.error("admin: the missed search could not be dismissed", error);
    toastError("Impossible de retirer cette recherche de la liste");
  }
}

function remove({ id, term }: Synonym): Promise<boolean> {
  return deleteRow(() => deleteSynonym(getSupabase(), id), {
    entity: "synonym",
    successToast: { title: "Synonyme supprimé", description: term },
    errorMessage: "Impossible de supprimer le synonyme",
  });
}
