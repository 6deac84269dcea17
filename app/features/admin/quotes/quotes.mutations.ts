/** Mutations of quote requests. Every function throws with the reason when nothing was written. */

import {
  assertRowsDeleted,
  assertRowsUpdated,
} from "#app/features/admin/shared/mutations/assert-rows-affected.ts";
import { StaleVersionError } from "#app/features/admin/shared/mutations/stale-version-error.ts";
import type { SupabaseStorage } from "#app/lib/supabase/storage.client.ts";
import type { Supabase } from "#app/lib/supabase/supabase.client.ts";
import type { QuoteValues } from "./quote.schema.ts";
import { QUOTE_COLUMNS, type Quote } from "./quotes.queries.ts";

export async function setQuoteRead(client: Supabase, id: string, isRead: boolean): Promise<void> {
  const { data } = await client
    .from("quotes")
    .update({ read_at: isRead ? new Date().toISOString() : null })
    .eq("id", id)
    .select("id")
    .throwOnError();
  await assertRowsUpdated(data);
}

/** Saves over the version of `updatedAt`. Throws a StaleVersionError for another one. */
export async function saveQuote(
  client: Supabase,
  id: string,
  values: QuoteValues,
  updatedAt: string,
): Promise<Quote> {
  const { data } = await client
    .from("quotes")
    .update(values)
    .eq("id", id)
    .eq("updated_at", updatedAt)
    .select(QUOTE_COLUMNS)
    .maybeSingle()
    .throwOnError();
  if (!data) throw new StaleVersionError();
  return data;
}

/** Deletes the file: the database deletes the quote with it, in one transaction. */
export async function deleteQuote(files: SupabaseStorage, filePath: string): Promise<void> {
  const { data, error } = await files.from("quotes").remove([filePath]);
  if (error) throw error;
  await assertRowsDeleted(data);
}
