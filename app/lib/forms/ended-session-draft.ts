/**
 * What was typed into a form of the account whose session had ended when it was sent: the page shows the way to the
 * sign-in in its place. It is stored for this tab; the key names the form and the customer.
 */
import { readDraftTexts } from "#app/lib/storage/draft-texts.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";

/** Called after a failure; stores nothing as long as there is a session. */
export function storeIfSessionEnded(key: string, texts: Readonly<Record<string, string | undefined>>): void {
  if (!hasStoredSession()) writeTabStorage(key, texts);
}

/** The stored texts, which are removed; empty without any. */
export function takeEndedSessionDraft<Field extends string>(
  key: string,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const texts = readDraftTexts(readTabStorage(key), fields);
  writeTabStorage(key, null);
  return texts;
}
