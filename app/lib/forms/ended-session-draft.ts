/**
 * What was typed into a form of the account whose session had ended when it was sent: the page shows the way to the
 * sign-in in its place. It is stored for this tab, and for the customer whose text it is.
 */
import { readDraftTexts } from "#app/lib/storage/draft-texts.ts";
import { readTabStorage, writeTabStorage } from "#app/lib/storage/tab-storage.ts";
import { hasStoredSession } from "#app/lib/supabase/stored-session.ts";

/** Called after a failure; stores nothing as long as there is a session. */
export function storeIfSessionEnded(
  key: string,
  userId: string | null,
  texts: Readonly<Record<string, string | undefined>>,
): void {
  if (userId !== null && !hasStoredSession()) writeTabStorage(key, { ...texts, userId });
}

/** The stored texts of this customer, which are removed; empty without any. */
export function takeEndedSessionDraft<Field extends string>(
  key: string,
  userId: string,
  fields: readonly Field[],
): Partial<Record<Field, string>> {
  const stored = readTabStorage(key);
  if (readDraftTexts(stored, ["userId"]).userId !== userId) return {};
  writeTabStorage(key, null);
  return readDraftTexts(stored, fields);
}
