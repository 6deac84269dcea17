/** /admin/messages/:id: one message, read and answered. */
import { useRevalidator } from "react-router";
import { Failed } from "../../components/office/failed.tsx";
import { MESSAGES, MessageView } from "../../features/office/messages/message-view.tsx";
import { findForwarding, findMessage } from "../../features/office/messages/messages.queries.ts";
import { officeMeta } from "../../features/office/office-meta.ts";
import { WayBack } from "../../features/office/way-back.tsx";
import { readId } from "../../lib/address-params.ts";
import { load } from "../../lib/loaded.ts";
import { supabase } from "../../lib/supabase.client.ts";
import type { Route } from "./+types/message";

export function meta({ matches, params }: Route.MetaArgs) {
  return officeMeta(matches, `${MESSAGES}/${params.id}`, "Message");
}

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const id = readId(params.id);
  if (!id) return { message: null, forwarding: null };
  const client = supabase();
  const [message, forwarding] = await Promise.all([
    load("message", findMessage(client, id)),
    load("forwarding", findForwarding(client, id)),
  ]);
  return { message, forwarding };
}

export default function MessagePage({ loaderData: { message, forwarding } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  if (message && !message.ok) {
    return (
      <Failed
        message="Impossible de charger le message"
        busy={state === "loading"}
        onRetry={() => void revalidate()}
      />
    );
  }
  if (!message?.value) {
    return (
      <>
        <WayBack to={MESSAGES}>Tous les messages</WayBack>
        <p className="card p-8 text-center text-sm text-ink-soft">Ce message n'existe pas ou plus.</p>
      </>
    );
  }
  return <MessageView message={message.value} forwarding={forwarding} />;
}
