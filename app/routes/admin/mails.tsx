/** /admin/mails («E-mails»): the mail outbox with sent, waiting and failed mails. */
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { PageActions } from "#app/components/admin/page-actions.tsx";
import { getMailStateTag, MAIL_STATES } from "#app/features/admin/mails/mail-labels.ts";
import { MailList } from "#app/features/admin/mails/mail-list.tsx";
import { listMails } from "#app/features/admin/mails/mails.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { parseChoiceParam, parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/mails";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/mails", "E-mails");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const state = parseChoiceParam(params.get("status"), MAIL_STATES);
  const page = parsePageParam(params.get("page"));
  const result = await toResult("mails", listMails(getSupabase(), { search, state, page }));
  return { result, isFiltered: search !== "" || state !== null };
}

export default function MailsPage({ loaderData: { result, isFiltered } }: Route.ComponentProps) {
  return (
    <>
      <PageActions lead="Ce que la boutique a écrit. Le contenu n'est pas montré : il porte des liens personnels." />
      <FilterBar
        label="Rechercher un destinataire"
        placeholder="Début de l'adresse e-mail"
        filters={["status"]}
      >
        <FilterSelect
          name="status"
          label="État"
          all="Tous les états"
          options={MAIL_STATES.map((value) => ({ value, label: getMailStateTag(value).label }))}
        />
      </FilterBar>
      <ListResult
        result={result}
        errorMessage="Impossible de charger les e-mails"
        empty={isFiltered ? "Aucun e-mail ne correspond à ces critères." : "Aucun e-mail pour le moment."}
      >
        {(mails) => <MailList mails={mails} />}
      </ListResult>
    </>
  );
}
