/**
 * What the confirmation page shows of the order just placed. It is kept in this tab and not in the address, so
 * that nobody else's order can be had by changing a number, and a reload still shows it.
 */
import { readPrivateNote, writePrivateNote } from "../../lib/private-notes.ts";

const KEY = "order-confirmation";

interface Confirmation {
  id: string;
  number: string;
  /** ISO text. */
  created_at: string;
}

export function noteConfirmation({ id, number, created_at }: Confirmation): void {
  writePrivateNote(KEY, { id, number, created_at });
}

/** The order last placed in this tab, null when there was none. */
export function readConfirmation(): Confirmation | null {
  const note = readPrivateNote(KEY);
  if (typeof note !== "object" || note === null) return null;
  if (!("id" in note) || !("number" in note) || !("created_at" in note)) return null;
  const { id, number, created_at } = note;
  if (typeof id !== "string" || typeof number !== "string" || typeof created_at !== "string") return null;
  return Number.isNaN(Date.parse(created_at)) ? null : { id, number, created_at };
}
