/**
 * Whether a change was made. Row-level security refuses an update or a deletion without a word: no row was there to be
 * changed. This finds out why, so that a screen can say it. `rows` are the ids that a mutation read back.
 */
import { PostgrestError } from "@supabase/postgrest-js";
import { currentAdministrator } from "./administrator.ts";
import { notAllowed, Refusal } from "./refusal.ts";

/** Throws a Refusal with the reason when nothing was written. */
export async function expectWritten(rows: readonly unknown[]): Promise<void> {
  if (rows.length > 0) return;
  const isAllowed = (await currentAdministrator()) !== null;
  throw new Refusal(isAllowed ? "Cet élément n'existe plus : il a été supprimé entre-temps." : notAllowed());
}

/** The same for a deletion. A row that somebody else has deleted is gone as it should be. */
export async function expectGone(rows: readonly unknown[]): Promise<void> {
  if (rows.length === 0 && (await currentAdministrator()) === null) throw new Refusal(notAllowed());
}

/** Whether a new row is there already under its id: it was sent before, and the answer got lost. */
export function wasSentBefore(error: unknown): boolean {
  return error instanceof PostgrestError && error.code === "23505" && error.message.includes("_pkey");
}
