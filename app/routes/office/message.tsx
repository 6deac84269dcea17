/** /admin/messages/:id: one message, read and answered. */
import { MESSAGES, MessageView } from "../../features/office/messages/message-view.tsx";
import { findForwarding, findMessage } from "../../features/office/messages/messages.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { RowResult } from "../../features/office/row-result.tsx";
import { readId } from "../../lib/address-params.ts";
import { type Loaded, load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/message";

const NOTHING = { ok: true, value: null } satisfies Loaded<null>;

export function meta({ matches, params }: Route.MetaArgs) {
  return officeMeta(matches, `${MESSAGES}/${params.id}`, "Message");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = readId(params.id);
  if (!id) return { found: NOTHING, forwarding: NOTHING };
  const client = supabase();
  const [found, forwarding] = await Promise.all([
    load("message", findMessage(client, id)),
    load("forwarding", findForwarding(client, id)),
  ]);
  return { found, forwarding };
}

export default function MessagePage({ loaderData: { found, forwarding } }: Route.ComponentProps) {
  return (
    <RowResult
      found={found}
      failure="Impossible de charger le message"
      missing="Ce message n'existe pas ou plus."
      list={{ path: MESSAGES, label: "Tous les messages" }}
    >
      {(message) => <MessageView key={message.id} message={message} forwarding={forwarding} />}
    </RowResult>
  );
}
