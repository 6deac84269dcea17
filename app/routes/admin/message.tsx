/** /admin/messages/:id: one message. */

import { RouteLoadError } from "#app/components/admin/load-error.tsx";
import { MESSAGES_PATH, MessageView } from "#app/features/admin/messages/message-view.tsx";
import { findForwarding, findMessage } from "#app/features/admin/messages/messages.queries.ts";
import { adminMeta } from "#app/features/admin/shared/admin-meta.ts";
import { RowResult } from "#app/features/admin/shared/row-result.tsx";
import { toResult } from "#app/lib/result.ts";
import { getSupabase } from "#app/lib/supabase/supabase.client.ts";
import type { Route } from "./+types/message";

export function meta({ matches, params }: Route.MetaArgs) {
  return adminMeta(matches, `${MESSAGES_PATH}/${params.id}`, "Message");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const client = getSupabase();
  const [result, forwarding] = await Promise.all([
    toResult("message", findMessage(client, params.id)),
    toResult("forwarding", findForwarding(client, params.id)),
  ]);
  return { result, forwarding };
}

export default function MessagePage({ loaderData: { result, forwarding } }: Route.ComponentProps) {
  return (
    <RowResult
      result={result}
      errorMessage="Impossible de charger le message"
      notFoundMessage="Ce message n'existe pas ou plus."
      list={{ path: MESSAGES_PATH, label: "Tous les messages" }}
    >
      {(message) => (
        <>
          {!forwarding.ok && <RouteLoadError message="Impossible de savoir si le message a été transmis" />}
          <MessageView key={message.id} message={message} forwarding={forwarding} />
        </>
      )}
    </RowResult>
  );
}
