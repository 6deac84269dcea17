/** What administrators do with a request for a quote. Every function throws with the reason when nothing was written. */
import type { Storage } from "../../../lib/storage.client.ts";
import type { Supabase } from "../../../lib/supabase.client.ts";
import { expectGone, expectWritten } from "../written.ts";
import type { QuoteStatus } from "./quote-states.ts";

export async function markQuote(client: Supabase, id: string, isRead: boolean): Promise<void> {
  const { data } = await client
    .from("quotes")
    .update({ read_at: isRead ? new Date().toISOString() : null })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await expectWritten(data);
}

export async function saveQuote(
  client: Supabase,
  id: string,
  values: { status: QuoteStatus; note: string },
): Promise<void> {
  const { data } = await client.from("quotes").update(values).eq("id", id).select("id").throwOnError();
  await expectWritten(data);
}

/** With its file: the quote goes with it, in one transaction. */
export async function deleteQuote(files: Storage, filePath: string): Promise<void> {
  const { data, error } = await files.from("quotes").remove([filePath]);
  if (error) throw error;
  await expectGone(data);
}
