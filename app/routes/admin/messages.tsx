/** /admin/messages («Messages»): the messages from visitors to technicians, updated in real time. */
import { useRevalidator } from "react-router";
import { FilterBar } from "#app/components/admin/filter-bar.tsx";
import { FilterSelect } from "#app/components/admin/filter-select.tsx";
import { ListResult } from "#app/components/admin/list-result.tsx";
import { useRealtimeRevalidation } from "#app/components/admin/use-realtime-revalidation.ts";
import { MessageList } from "#app/features/admin/messages/message-list.tsx";
import { listMessages, MESSAGE_STATES } from "#app/features/admin/messages/messages.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { parseChoiceParam, parsePageParam, parseTextParam } from "#app/lib/pages/search-params.ts";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/messages";

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "/admin/messages", "Messages");
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const search = parseTextParam(params.get("search"));
  const state = parseChoiceParam(params.get("status"), MESSAGE_STATES);
  const page = parsePageParam(params.get("page"));
  const result = await toResult("messages", listMessages(getSupabase(), { search, state, page }));
  return { result, isFiltered: search !== "" || state !== null };
}

export default function MessagesPage({ loaderData: { result, isFiltered } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  useRealtimeRevalidation(["messages"], revalidate);
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
        result={result}
        errorMessage="Impossible de charger les messages"
        empty={isFiltered ? "Aucun message ne correspond à ces critères." : "Aucun message pour le moment."}
      >
        {(messages) => <MessageList messages={messages} />}
      </ListResult>
    </>
  );
}
