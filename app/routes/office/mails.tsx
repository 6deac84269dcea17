/** /admin/mails («E-mails»): what the shop has written, what waits to leave, and what did not. */
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { PageActions } from "../../components/office/page-actions.tsx";
import { MailList } from "../../features/office/mails/mail-list.tsx";
import { MAIL_STATES, stateLook } from "../../features/office/mails/mail-words.ts";
import { listMails } from "../../features/office/mails/mails.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readChoice, readPage, readText } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/mails";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/mails", "E-mails");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const state = readChoice(params.get("status"), MAIL_STATES);
  const page = readPage(params.get("page"));
  const found = await load("mails", listMails(supabase(), { search, state, page }));
  return { found, isFiltered: search !== "" || state !== null };
}

export default function MailsPage({ loaderData: { found, isFiltered } }: Route.ComponentProps) {
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
          options={MAIL_STATES.map((value) => ({ value, label: stateLook(value).label }))}
        />
      </FilterBar>
      <ListResult
        found={found}
        failure="Impossible de charger les e-mails"
        empty={isFiltered ? "Aucun e-mail ne correspond à ces critères." : "Aucun e-mail pour le moment."}
      >
        {(mails) => <MailList mails={mails} />}
      </ListResult>
    </>
  );
}
