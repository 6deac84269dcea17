/** /admin/messages («Messages»): what visitors wrote to technicians, as it comes in. */
import { useRevalidator } from "react-router";
import { FilterBar } from "../../components/office/filter-bar.tsx";
import { FilterSelect } from "../../components/office/filter-select.tsx";
import { ListResult } from "../../components/office/list-result.tsx";
import { useLive } from "../../components/office/use-live.ts";
import { MessageList } from "../../features/office/messages/message-list.tsx";
import { listMessages, MESSAGE_STATES } from "../../features/office/messages/messages.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { readChoice, readPage, readText } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/messages";

export function meta({ matches }: Route.MetaArgs) {
  return officeMeta(matches, "/admin/messages", "Messages");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = readText(params.get("search"));
  const state = readChoice(params.get("status"), MESSAGE_STATES);
  const page = readPage(params.get("page"));
  const found = await load("messages", listMessages(supabase(), { search, state, page }));
  return { found, isFiltered: search !== "" || state !== null };
}

export default function MessagesPage({ loaderData: { found, isFiltered } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useLive(["messages"], revalidate);
  return (
    <>
      <FilterBar
        label="Rechercher un message"
        placeholder="Nom, email, téléphone ou texte"
        filters={["status"]}
      >
        <FilterSelect
          name="status"
          label="Lecture"
          all="Lus et non lus"
          options={[
            { value: "unread", label: "Non lus" },
            { value: "read", label: "Lus" },
          ]}
        />
      </FilterBar>
      <ListResult
        found={found}
        failure="Impossible de charger les messages"
        empty={isFiltered ? "Aucun message ne correspond à ces critères." : "Aucun message pour le moment."}
      >
        {(messages) => <MessageList messages={messages} />}
      </ListResult>
    </>
  );
}
