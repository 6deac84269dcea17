/**
 * The mail outbox: every queued or sent mail, without its content. Mails contain links that are equivalent to
 * a password; the database returns them only to the mail sender (jobs/mail). Every function throws when the
 * backend returns an error.
 */
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import type { MailKind } from "#app/lib/supabase/database.types.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import { getMailKindInfo, type MailState } from "./mail-labels.ts";

const PAGE_SIZE = 25;
const COLUMNS =
  "subject_id,kind,recipient,attempts,next_attempt_at,sent_at,is_local,failed_at,last_error,created_at";

export interface Mail {
  /** The order or the message of the mail. Together with the kind it is the mail's key. */
  subject_id: string;
  kind: MailKind;
  recipient: string;
  attempts: number;
  next_attempt_at: string;
  sent_at: string | null;
  /** Sent into a file on the server's machine, for want of a mail server. */
  is_local: boolean;
  /** When the sender gave up. */
  failed_at: string | null;
  /** Why the last attempt failed. */
  last_error: string | null;
  created_at: string;
  /** The number of the mail's order; null for other kinds, and when the order is deleted. */
  orderNumber: string | null;
}

interface ListMailsParams {
  /** The beginning of the recipient's address; it needs two letters or more. */
  search: string;
  /** Null for all states. */
  state: MailState | null;
  page: number;
}

/** Newest first. */
export async function listMails(
  client: Supabase,
  { search, state, page }: ListMailsParams,
): Promise<ListPage<Mail>> {
  const result = await loadListPage(page, PAGE_SIZE, async (from, to) => {
    let query = search
      ? client.rpc("search_mails", { query: search }, { get: true }).select(COLUMNS)
      : client.from("mails").select(COLUMNS);
    if (state === "sent" || state === "local")
      query = query.not("sent_at", "is", null).eq("is_local", state === "local");
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
  const numbers = await getOrderNumbers(client, result.rows);
  return {
    ...result,
    rows: result.rows.map((mail) => ({ ...mail, orderNumber: numbers.get(mail.subject_id) ?? null })),
  };
}

async function getOrderNumbers(
  client: Supabase,
  mails: readonly Pick<Mail, "subject_id" | "kind">[],
): Promise<Map<string, string>> {
  const ids = mails
    .filter(({ kind }) => getMailKindInfo(kind).subject === "order")
    .map(({ subject_id }) => subject_id);
  if (ids.length === 0) return new Map();
  const { data } = await client.from("orders").select("id,number").in("id", ids).throwOnError();
  return new Map(data.map(({ id, number }) => [id, number]));
}
