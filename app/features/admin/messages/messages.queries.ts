/**
 * Queries for the messages from visitors to technicians. Every function throws when the backend returns an
 * error.
 */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
const COLUMNS = "id,name,email,phone,message,read_at,created_at,technician:technician_profiles(id,name)";

export const MESSAGE_STATES = ["unread", "read"] as const;
type MessageState = (typeof MESSAGE_STATES)[number];

export interface Message {
  id: string;
  name: string;
  email: string;
  phone: string;
  message: string;
  /** Null while it is unread. */
  read_at: string | null;
  created_at: string;
  /** Null when the profile is deleted. */
  technician: { id: string; name: string } | null;
}

/** The delivery of the mail that forwards a message to its technician. */
export interface Forwarding {
  sent_at: string | null;
  /** Sent into a file on the server's machine, for want of a mail server. */
  is_local: boolean;
  failed_at: string | null;
}

interface ListMessagesParams {
  /** A search needs two letters or more. */
  search: string;
  /** Null for all states. */
  state: MessageState | null;
  page: number;
}

/** Newest first. */
export function listMessages(
  client: Supabase,
  { search, state, page }: ListMessagesParams,
): Promise<ListPage<Message>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    let query = search
      ? client.rpc("search_messages", { query: search }, { get: true }).select(COLUMNS)
      : client.from("messages").select(COLUMNS);
    if (state === "unread") query = query.is("read_at", null);
    if (state === "read") query = query.not("read_at", "is", null);
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}

/** Null when there is none (any more). */
export async function findMessage(client: Supabase, id: string): Promise<Message | null> {
  if (!isUuid(id)) return null;
  const { data } = await client.from("messages").select(COLUMNS).eq("id", id).maybeSingle().throwOnError();
  return data;
}

/** Null when the technician has no email address, and nothing was forwarded. */
export async function findForwarding(client: Supabase, messageId: string): Promise<Forwarding | null> {
  if (!isUuid(messageId)) return null;
  const { data } = await client
    .from("mails")
    .select("sent_at,is_local,failed_at")
    .eq("subject_id", messageId)
    .eq("kind", "technician_message")
    .maybeSingle()
    .throwOnError();
  return data;
}
