/**
 * The outbox: every mail that the shop owes or has sent, without its content. Mails carry links that are as good as a
 * password; the database gives them to nobody but the sender. Every function throws when the backend refuses.
 */
import { type ListPage, readListPage } from "../../../lib/list-page.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import type { MailState } from "./mail-words.ts";

const SIZE = 25;
const COLUMNS = "subject_id,kind,recipient,attempts,next_attempt_at,sent_at,failed_at,last_error,created_at";

export interface Mail {
  /** The order or the message that it is about. With the kind it is the mail's own key. */
  subject_id: string;
  kind: string;
  recipient: string;
  attempts: number;
  next_attempt_at: string;
  sent_at: string | null;
  /** When it was given up. */
  failed_at: string | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: string;
  /** The number of the order that it is about; null for others, and when that is gone. */
  orderNumber: string | null;
}

interface Wanted {
  /** How the recipient's address begins; three letters or more find something. */
  search: string;
  /** Null is all of them. */
  state: MailState | null;
  page: number;
}

/** The newest first. */
export async function listMails(client: Supabase, { search, state, page }: Wanted): Promise<ListPage<Mail>> {
  const found = await readListPage(page, SIZE, async (from, to) => {
    let query = search
      ? client.rpc("search_mails", { query: search }, { get: true }).select(COLUMNS)
      : client.from("mails").select(COLUMNS);
    if (state === "sent") query = query.not("sent_at", "is", null);
    if (state === "failed") query = query.is("sent_at", null).not("failed_at", "is", null);
    if (state === "waiting") query = query.is("sent_at", null).is("failed_at", null);
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("subject_id")
      .order("kind")
      .range(from, to)
      .throwOnError();
    return data;
  });
  const numbers = await orderNumbers(client, found.rows);
  return {
    ...found,
    rows: found.rows.map((mail) => ({ ...mail, orderNumber: numbers.get(mail.subject_id) ?? null })),
  };
}

async function orderNumbers(
  client: Supabase,
  mails: readonly Pick<Mail, "subject_id" | "kind">[],
): Promise<Map<string, string>> {
  const ids = mails
    .filter(({ kind }) => kind === "order_confirmation" || kind === "review_request")
    .map(({ subject_id }) => subject_id);
  if (ids.length === 0) return new Map();
  const { data } = await client.from("orders").select("id,number").in("id", ids).throwOnError();
  return new Map(data.map(({ id, number }) => [id, number]));
}
