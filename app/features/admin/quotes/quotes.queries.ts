/** Queries for the quote requests with a file. Every function throws when the backend returns an error. */
import { isUuid } from "#app/lib/is-uuid.ts";
import { type ListPage, loadListPage } from "#app/lib/lists/list-page.ts";
import { QUOTE_STATUS_VALUES, type QuoteKind, type QuoteStatus } from "#app/lib/supabase/database.types.ts";
import type { SupabaseStorage } from "#app/lib/supabase/storage.client.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";

const PAGE_SIZE = 25;
export const QUOTE_COLUMNS =
  "id,reference,kind,file_path,file_name,status,note,read_at,created_at,updated_at";
/** The lifetime of a signed URL. */
const URL_LIFETIME_SECONDS = 300;

/** The filters of the list: one status, or the unread quotes. */
export const QUOTE_FILTERS = ["unread", ...QUOTE_STATUS_VALUES] as const;

export interface Quote {
  id: string;
  reference: string;
  kind: QuoteKind;
  file_path: string;
  /** The name on the visitor's device. */
  file_name: string;
  status: QuoteStatus;
  note: string;
  /** Null while it is unread. */
  read_at: string | null;
  created_at: string;
  /** The version of status and note. */
  updated_at: string;
}

interface ListQuotesParams {
  /** A search needs two letters or more. */
  search: string;
  /** Null for all quotes. */
  filter: (typeof QUOTE_FILTERS)[number] | null;
  page: number;
}

/** Newest first. */
export function listQuotes(
  client: Supabase,
  { search, filter, page }: ListQuotesParams,
): Promise<ListPage<Quote>> {
  return loadListPage(page, PAGE_SIZE, async (from, to) => {
    let query = search
      ? client.rpc("search_quotes", { query: search }, { get: true }).select(QUOTE_COLUMNS)
      : client.from("quotes").select(QUOTE_COLUMNS);
    if (filter === "unread") query = query.is("read_at", null);
    else if (filter) query = query.eq("status", filter);
    const { data } = await query
      .order("created_at", { ascending: false })
      .order("id")
      .range(from, to)
      .throwOnError();
    return data;
  });
}

/** Null when there is none (any more). */
export async function findQuote(client: Supabase, id: string): Promise<Quote | null> {
  if (!isUuid(id)) return null;
  const { data } = await client
    .from("quotes")
    .select(QUOTE_COLUMNS)
    .eq("id", id)
    .maybeSingle()
    .throwOnError();
  return data;
}

/**
 * A signed URL of the private file, valid for five minutes; with `download` the browser saves it under that
 * name.
 */
export async function createQuoteFileUrl(
  files: SupabaseStorage,
  path: string,
  download?: string,
): Promise<string> {
  const { data, error } = await files
    .from("quotes")
    .createSignedUrl(path, URL_LIFETIME_SECONDS, download === undefined ? {} : { download });
  if (error) throw error;
  return data.signedUrl;
}
