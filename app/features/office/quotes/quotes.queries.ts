/** The requests for a quote that came with a file. Every function throws when the backend refuses. */
import { type ListPage, readListPage } from "../../../lib/list-page.ts";
import type { Storage } from "../../../lib/storage.client.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { type QUOTE_FILTERS, type QuoteStatus, quoteStatus } from "./quote-states.ts";

const SIZE = 25;
const COLUMNS = "id,reference,kind,file_path,file_name,status,note,read_at,created_at";
/** Seconds that an address of a private file is good for. */
const LIFETIME = 300;

export interface Quote {
  id: string;
  reference: string;
  kind: string;
  file_path: string;
  /** On the visitor's device. */
  file_name: string;
  status: QuoteStatus;
  note: string;
  /** Null while nobody has looked at it. */
  read_at: string | null;
  created_at: string;
}

interface Wanted {
  /** Three letters or more find something. */
  search: string;
  /** Null is all of them. */
  filter: (typeof QUOTE_FILTERS)[number] | null;
  page: number;
}

/** The newest first. */
export function listQuotes(client: Supabase, { search, filter, page }: Wanted): Promise<ListPage<Quote>> {
  return readListPage(page, SIZE, async (from, to) => {
    let query = search
      ? client.rpc("search_quotes", { query: search }, { get: true }).select(COLUMNS)
      : client.from("quotes").select(COLUMNS);
    if (filter === "unread") query = query.is("read_at", null);
    else if (filter) query = query.eq("status", filter);
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data.map(known);
  });
}

/** Null when there is none (any more). */
export async function findQuote(client: Supabase, id: string): Promise<Quote | null> {
  const { data } = await client.from("quotes").select(COLUMNS).eq("id", id).maybeSingle().throwOnError();
  return data && known(data);
}

/** An address of the private file that is good for five minutes; with `download` the browser keeps it under that name. */
export async function signQuoteFile(files: Storage, path: string, download?: string): Promise<string> {
  const { data, error } = await files
    .from("quotes")
    .createSignedUrl(path, LIFETIME, download === undefined ? {} : { download });
  if (error) throw error;
  return data.signedUrl;
}

function known<Row extends { status: string }>(row: Row): Row & { status: QuoteStatus } {
  return { ...row, status: quoteStatus(row.status) };
}
